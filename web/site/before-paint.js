// Runs before the first paint, so that only the page in the address is shown: site.css hides the
// others by data-page. It fetches the page if that has a file of its own. main.ts does everything else.
/** Files of the lesson's first figure, which the build fills in. */
const firstFiles = [];
/** The pages with a file of their own, each with its places, which the build fills in too. */
const otherPages = {};
(() => {
  const root = document.documentElement;
  const fetched = new Map();
  const show = () => {
    root.dataset.page = location.hash.slice(1).split('?', 1)[0];
    bringPage().catch(() => {}); // the router says so
  };
  /** Resolves when the page of the address is in the document. */
  globalThis.bringPage = async () => {
    const isOn = ([, places]) => places.includes(root.dataset.page);
    const [name] = Object.entries(otherPages).find(isOn) ?? [];
    root.classList.remove('page-comes');
    if (name === undefined || document.getElementById(name)) return;
    root.classList.add('page-comes');
    if (!fetched.has(name)) fetched.set(name, fetchPage(name));
    try {
      const page = await fetched.get(name);
      if (page.ownerDocument !== document) document.querySelector('main').append(page);
      if (isOn([name, otherPages[name]])) root.classList.remove('page-comes');
    } finally {
      fetched.delete(name); // after an error, it can be fetched again
    }
  };
  const fetchPage = async (name) => {
    const { response } = await request(`./pages/${name}.html`);
    if (document.readyState === 'loading') {
      await new Promise((resolve) => addEventListener('DOMContentLoaded', resolve));
    }
    const page = response?.getElementById(name);
    if (!page) throw new Error(`${name} could not be fetched`);
    return page;
  };
  /** Parses while it fetches: no text of a script becomes HTML. */
  const request = (address) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open('GET', address);
      request.responseType = 'document';
      request.onload = () => resolve(request);
      request.onerror = reject;
      request.send();
    });
  const moves = new AbortController();
  /** Aborted when the reader scrolls or does anything else. Browsers fire `scroll` for their own too. */
  globalThis.readerMoves = moves.signal;
  for (const type of ['wheel', 'touchmove', 'pointerdown', 'keydown']) {
    addEventListener(type, () => moves.abort(), { signal: moves.signal, passive: true });
  }
  root.classList.add('scripted');
  show();
  addEventListener('hashchange', show);
  const [visit] = performance.getEntriesByType('navigation');
  if (location.hash !== '' || visit?.type !== 'navigate') return;
  root.classList.add('from-top');
  // Begins to fetch them before main.ts is there to ask for them.
  for (const href of firstFiles) {
    const link = document.createElement('link');
    const isScript = href.endsWith('.js');
    link.rel = isScript ? 'modulepreload' : 'preload';
    if (!isScript) link.as = 'fetch';
    link.crossOrigin = '';
    link.href = href;
    document.head.append(link);
  }
})();
