/** Only one menu of the bar is open at a time. Esc, clicks elsewhere and page changes close it. */
export function startMenus() {
  const menus = [...document.querySelectorAll<HTMLDetailsElement>('details.menu')];
  const close = (keep: HTMLDetailsElement | null = null) => {
    for (const menu of menus) if (menu !== keep) menu.open = false;
  };
  for (const menu of menus) {
    menu.addEventListener('toggle', () => {
      if (menu.open) close(menu);
    });
  }
  addEventListener('pointerdown', ({ target }) => {
    close((target as Element).closest<HTMLDetailsElement>('details.menu'));
  });
  addEventListener('keydown', (event) => {
    const open = menus.find((menu) => menu.open);
    if (event.key !== 'Escape' || !open) return;
    if (open.contains(document.activeElement)) open.querySelector('summary')!.focus();
    close();
  });
  addEventListener('hashchange', () => close());
}
