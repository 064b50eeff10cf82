/** Derivations are open on paper. */
export function startPrint() {
  let opened: HTMLDetailsElement[] = [];
  matchMedia('print').addEventListener('change', ({ matches }) => {
    if (matches) opened = [...document.querySelectorAll<HTMLDetailsElement>(closed)];
    for (const details of opened) details.open = matches;
  });
}

const closed = 'details.derivation:not([open])';
