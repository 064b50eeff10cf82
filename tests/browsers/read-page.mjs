import { missingElements, scrollDown } from '../in-page.mjs';

const waitsForClick = ['main-speed'];

/**
 * Scrolls through a page of the lesson until each of its figures is there.
 * @return what went wrong: the figures that did not come, shown alerts and errors of scripts
 */
export async function readPage(visitor, place) {
  await visitor.run(async (place) => {
    globalThis.errors = [];
    globalThis.noteError ??= ({ message, reason }) => {
      // Chromium also reports this of a chapter whose height it remembers while it is far away.
      if (!message?.startsWith('ResizeObserver loop')) errors.push(String(message ?? reason));
    };
    addEventListener('error', noteError);
    addEventListener('unhandledrejection', noteError);
    location.hash = place;
    await until(() => document.documentElement.dataset.page === place);
  }, place);
  let missing;
  const end = Date.now() + visitor.patience;
  do {
    await visitor.run(scrollDown, {});
    const all = await visitor.run(missingElements, {});
    missing = all.filter((id) => !waitsForClick.includes(id));
  } while (missing.length > 0 && Date.now() < end);
  const found = await visitor.run(() => {
    const alerts = [...all(document, 'main >> [role=alert]')].filter(isShown);
    return [...errors, ...alerts.map(shownText)];
  });
  return [...missing.map((id) => `#${id} did not come`), ...found].map(
    (text) => `${place}: ${text}`,
  );
}
