import { inLanguage, language } from '../elements/strings.js';
import { placeOf, siteWords, type SiteWords } from './words.js';

/** Puts the page's own words into the language that is spoken; its prose stays English. */
export function sayWords() {
  const words = inLanguage(siteWords);
  const say = ({ dataset }: HTMLElement, name: string) => words[dataset[name] as keyof SiteWords];
  for (const element of document.querySelectorAll<HTMLElement>('[data-say]')) {
    element.textContent = say(element, 'say');
    element.lang = language;
  }
  for (const element of document.querySelectorAll<HTMLElement>('[data-say-label]')) {
    element.ariaLabel = say(element, 'sayLabel');
    element.lang = language;
  }
  sayPlace();
}

/** Which page of how many is shown. */
export function sayPlace() {
  const pages = [...document.querySelectorAll('section.page')];
  const current = pages.findIndex(({ classList }) => classList.contains('current'));
  const place = document.querySelector<HTMLElement>('#place')!;
  place.textContent = inLanguage(placeOf)(current + 1, pages.length);
  place.lang = language;
}
