// Runs before the first paint, so that only the page in the address is shown: site.css hides the
// others by data-page. main.ts does everything else.
(() => {
  const root = document.documentElement;
  const show = () => {
    root.dataset.page = location.hash.slice(1).split('?', 1)[0];
  };
  root.classList.add('scripted');
  show();
  addEventListener('hashchange', show);
})();
