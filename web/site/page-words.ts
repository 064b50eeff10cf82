import type { Language } from '../lib/language.js';
import { pagePlace, siteWords, type SiteWords } from './words.js';

let language: Language = 'en';

/** Changes the language of the page's controls. The prose stays English. */
export function sayWords(next: Language) {
  language = next;
  const words = siteWords[language];
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

/** Shows "3 of 9" for the current page. */
export function sayPlace() {
  const pages = [...document.querySelectorAll('section.page')];
  const place = document.querySelector<HTMLElement>('#place')!;
  place.textContent = pagePlace[language](pages.indexOf(currentPage()) + 1, pages.length);
  place.lang = language;
}

/** The page in the address, or the first. */
export function currentPage(): HTMLElement {
  const pages = [...document.querySelectorAll<HTMLElement>('section.page')];
  return pages.find(({ id }) => id === document.documentElement.dataset['page']) ?? pages[0]!;
}
