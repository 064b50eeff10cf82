import { setCurrentChapter, sayProgress } from './page-words.js';
import { currentPage, isPageComing, onEachPage } from './places.js';
import { markRead, showTicks } from './progress.js';

/** A chapter is current from where its top passes this part of the window's height. */
const line = 0.4;
/** A section is current from this many px below the window's top: links lead to 36 px. */
const sectionLine = 100;

let isFrameRequested = false;

/** Follows where the reader is: in the bar, in the list of chapters, in the title of the window. */
export function startReading() {
  addEventListener('scroll', followSoon, { passive: true });
  addEventListener('resize', () => {
    followSoon();
    drawInk();
  });
  const ends = new IntersectionObserver(onEnd, { threshold: 1 });
  onEachPage((page) => {
    for (const end of page.querySelectorAll('.chapter > .onward')) ends.observe(end);
  });
  showTicks();
  sayProgress();
}

/** The end of a chapter was seen, so it has been read. */
function onEnd(entries: readonly IntersectionObserverEntry[]) {
  const seen = entries.filter(({ isIntersecting }) => isIntersecting);
  const isNew = seen.map(({ target }) => markRead(target.closest('.chapter')!.id));
  if (!isNew.includes(true)) return;
  showTicks();
  sayProgress();
}

/** Before the next frame, for which the browser lays out the page anyway. */
export function followSoon() {
  if (isFrameRequested) return;
  isFrameRequested = true;
  requestAnimationFrame(() => {
    isFrameRequested = false;
    followReading();
  });
}

/** What is marked as current: a page or chapter, and a section or nothing. */
let marked = '';

function followReading() {
  if (isPageComing()) return;
  const page = currentPage();
  const chapters = [...page.querySelectorAll<HTMLElement>('.chapter')];
  const chapter = lastPassed(chapters, innerHeight * line) ?? chapters[0] ?? null;
  const sections = chapter?.querySelectorAll('[data-section]:not(:empty)') ?? [];
  const section = lastPassed([...sections], sectionLine);
  const now = `${(chapter ?? page).id} ${section?.id ?? ''}`;
  if (now === marked) return;
  marked = now;
  const heading = (chapter ?? page).querySelector('h1, .title')!;
  const bar = document.querySelector('#chapter')!;
  bar.replaceChildren(...copyOf(heading));
  document.title = `${bar.textContent.trim()} · manyheads`;
  markLinks((chapter ?? page).id, section?.id);
  drawInk();
  setCurrentChapter(chapter);
}

/** What is in a heading, without the chapter's number. */
function copyOf(heading: Element): NodeListOf<ChildNode> {
  const copy = heading.cloneNode(true) as Element;
  copy.querySelector('.number')?.remove();
  return copy.childNodes;
}

/** The last one whose top is above the line. What is further down need not be laid out for that. */
function lastPassed<Kind extends Element>(elements: readonly Kind[], line: number) {
  let last: Kind | undefined;
  for (const element of elements) {
    if (element.getBoundingClientRect().top > line) break;
    last = element;
  }
  return last;
}

function markLinks(place: string, section: string | undefined) {
  for (const link of document.querySelectorAll('nav a')) {
    const name = link.getAttribute('href')!.slice(1);
    const current = name === place ? 'page' : name === section ? 'location' : null;
    if (current === null) link.removeAttribute('aria-current');
    else link.setAttribute('aria-current', current);
  }
}

/** How far one has read: the hairline at the left of the list is ink down to the current entry. */
function drawInk() {
  const nav = document.querySelector<HTMLElement>('.chapters')!;
  const current = [...nav.querySelectorAll('[aria-current]')].at(-1);
  const lists = nav.querySelector('.lists')!;
  const ink = current
    ? current.getBoundingClientRect().bottom - lists.getBoundingClientRect().top
    : 0;
  nav.style.setProperty('--ink', `${ink}px`);
}
