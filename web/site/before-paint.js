// Runs before anything is painted: the page that the address names is the only one that is ever
// shown. site.css hides the others by data-page. Everything else comes later, from main.ts.
(() => {
  const root = document.documentElement;
  const show = () => {
    root.dataset.page = location.hash.slice(1).split('?', 1)[0];
  };
  root.classList.add('scripted');
  show();
  addEventListener('hashchange', show);
})();
