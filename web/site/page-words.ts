import type { Language } from '../lib/language.js';
import { allChapters, currentPage, isPageComing, onEachPage } from './places.js';
import { readCount } from './progress.js';
import { scriptWords, siteWords, type SiteWords } from './words.js';

let language: Language = 'en';

export const currentLanguage = () => language;

/** The words that scripts need, in the reader's language. */
export const currentWords = () => scriptWords[language];

/** Changes the language of the page's controls. The prose stays English. */
export function setPageLanguage(next: Language) {
  const isChange = next !== language; // the page is built in English
  language = next;
  if (isChange) translateIn(document);
  sayPlace();
  sayProgress();
}

/** Pages are built in English. */
export function startWords() {
  onEachPage((page) => {
    if (language !== 'en') translateIn(page);
  });
}

const translateIn = (root: ParentNode) =>
  root.querySelectorAll<HTMLElement>('[data-say], [data-say-label]').forEach(translate);

/** Fills in the words of a control: its text, its label or both. */
export function translate(element: HTMLElement) {
  const { say, sayLabel, number = '' } = element.dataset;
  const words = (name: string) => siteWords[language][name as keyof SiteWords].replace('#', number);
  if (say !== undefined) element.textContent = words(say);
  if (sayLabel !== undefined) element.ariaLabel = words(sayLabel);
  element.lang = language;
}

/** Where the reader is: a chapter, or null on a page beside them. */
let reading: HTMLElement | null = null;

export function setCurrentChapter(chapter: HTMLElement | null) {
  reading = chapter;
  sayPlace();
}

/** Shows "2 of 16" for the chapter that is read, or "Lab 2 of 17". */
function sayPlace() {
  const words = currentWords();
  const chapters = allChapters();
  const { lab, labs } = currentPage().dataset;
  const chapter = reading ?? currentPage().querySelector('.chapter');
  if (isPageComing() || (!chapter && lab === '0')) say('#place', '');
  else if (chapter) say('#place', words.chapter(chapters.indexOf(chapter.id) + 1, chapters.length));
  else say('#place', words.lab(Number(lab), Number(labs)));
}

/** Shows "1 of 16 read". */
export function sayProgress() {
  say('#progress', currentWords().read(readCount(), allChapters().length));
}

function say(place: string, text: string) {
  const element = document.querySelector<HTMLElement>(place)!;
  element.textContent = text;
  element.lang = language;
}
