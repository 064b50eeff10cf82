// Runs before the first paint, so that only the page in the address is shown: site.css hides the
// others by data-page. main.ts does everything else.
/** Files of the lesson's first figure, which the build fills in. */
const firstFiles = [];
(() => {
  const root = document.documentElement;
  const show = () => {
    root.dataset.page = location.hash.slice(1).split('?', 1)[0];
  };
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
