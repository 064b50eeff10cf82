import { parseState, toParameters } from '../lib/sandbox-state.js';
import type { Sandbox } from '../elements/sandbox.js';
import type { StateDetail } from '../elements/events.js';

/**
 * An address's hash is a page and the state of what stands on it: `#sandbox?tokens=The+cat&heads=2`
 * has the sandbox's settings by name, `#checks?head-width=…` the state of each check under its id.
 */
interface Place {
  readonly page: string;
  readonly parameters: URLSearchParams;
}

/** Browsers refuse addresses that change many times a second; a drag does. */
const restBeforeWriting = 250;

const pages = () => [...document.querySelectorAll<HTMLElement>('section.page')];
const sandbox = () => document.querySelector<Sandbox>('#main-sandbox')!;

export function startRouter() {
  sandbox().linkBase = `${location.href.split('#')[0]}#sandbox`;
  show(read());
  toTopOnceLoaded();
  document.querySelector('.skip')!.addEventListener('click', skip);
  addEventListener('hashchange', () => {
    const page = show(read());
    scrollTo(0, 0);
    page.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
    for (const menu of document.querySelectorAll<HTMLDetailsElement>('details.menu')) {
      menu.open = false;
    }
  });
  addEventListener('mh-state', onState as EventListener);
}

/** While it loads, the browser scrolls to where the section stood before the others were hidden. */
function toTopOnceLoaded() {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (visit?.type !== 'navigate') return; // a reload and a way back keep their place
  scrollTo(0, 0);
  addEventListener('load', () => scrollTo(0, 0), { once: true });
}

/** To the content without a trace in the address, which holds the place and its state. */
function skip(event: Event) {
  event.preventDefault();
  document.querySelector<HTMLElement>('#content')!.focus();
}

function read(): Place {
  const [page = '', query = ''] = location.hash.slice(1).split(/\?(.*)/su);
  return { page, parameters: new URLSearchParams(query) };
}

/** Shows one page; an unknown one is the first. */
function show({ page, parameters }: Place): HTMLElement {
  const all = pages();
  const current = all.find(({ id }) => id === page) ?? all[0]!;
  for (const section of all) section.classList.toggle('current', section === current);
  const title = current.querySelector('h1');
  title?.setAttribute('tabindex', '-1');
  document.title = `${title?.textContent ?? ''} · manyheads`;
  for (const link of document.querySelectorAll('nav a')) {
    const isCurrent = link.getAttribute('href') === `#${current.id}`;
    if (isCurrent) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  document.querySelector('#chapter')!.textContent = title?.textContent ?? '';
  document.querySelector('#place')!.textContent = `${all.indexOf(current) + 1} of ${all.length}`;
  restore(current, parameters);
  return current;
}

function restore(current: HTMLElement, parameters: URLSearchParams) {
  if (parameters.size === 0) return;
  if (current.id === 'sandbox') {
    sandbox().state = parseState(Object.fromEntries(parameters));
    return;
  }
  for (const [id, text] of parameters) {
    const element = current.querySelector<HTMLElement & { state?: unknown }>(`#${CSS.escape(id)}`);
    if (element && 'state' in element) element.state = parsed(text);
  }
}

/** The elements check what they are given; what is no JSON is nothing. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

let writing: ReturnType<typeof setTimeout> | undefined;

function onState({ target, detail }: CustomEvent<StateDetail>) {
  if (target === sandbox()) {
    clearTimeout(writing);
    writing = setTimeout(() => {
      write('sandbox', new URLSearchParams(toParameters(parseState(detail.state))));
    }, restBeforeWriting);
  } else if (detail.id !== '') {
    const { page, parameters } = read();
    parameters.set(detail.id, JSON.stringify(detail.state));
    write(page, parameters);
  }
}

/** Unless the reader has gone to another page meanwhile. */
function write(page: string, parameters: URLSearchParams) {
  if (read().page !== page) return;
  const query = parameters.toString();
  history.replaceState(null, '', `#${page}${query ? `?${query}` : ''}`);
}
