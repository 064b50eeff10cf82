const waitsForClick = ['main-speed'];

/**
 * Scrolls through a page of the lesson until each of its figures is there.
 * @return what went wrong: the figures that did not come, shown alerts and errors of scripts
 */
export const readPage = (visitor, place) =>
  visitor.run(
    async (place, waiting) => {
      const errors = [];
      const note = ({ message, reason }) => {
        // Chromium also reports this of a chapter whose height it remembers while it is far away.
        if (!message?.startsWith('ResizeObserver loop'))
          errors.push(`${place}: ${message ?? reason}`);
      };
      addEventListener('error', note);
      addEventListener('unhandledrejection', note);
      location.hash = place;
      await until(() => document.documentElement.dataset.page === place);
      const missing = () =>
        [...document.querySelectorAll('main [id]')].filter(
          (each) =>
            each.localName.startsWith('mh-') &&
            isShown(each) &&
            !('ready' in each.dataset) &&
            !waiting.includes(each.id),
        );
      const frame = () => new Promise(requestAnimationFrame);
      await until(async () => {
        for (let top = 0; top < document.documentElement.scrollHeight; top += 800) {
          scrollTo({ top, behavior: 'instant' });
          await frame();
          await frame();
        }
        return missing().length === 0;
      });
      for (const { id } of missing()) errors.push(`${place}: #${id} did not come`);
      for (const alert of all(document, 'main >> [role=alert]')) {
        if (isShown(alert)) errors.push(`${place}: ${shownText(alert)}`);
      }
      removeEventListener('error', note);
      removeEventListener('unhandledrejection', note);
      return errors;
    },
    place,
    waitsForClick,
  );
