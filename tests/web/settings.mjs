/** The next pages open as for a reader who has chosen this language before. */
export const setLanguage = (page, language) =>
  page.addInitScript((language) => {
    if (self !== top) return; // the frame of the cells has no storage
    localStorage.setItem('manyheads:settings', JSON.stringify({ language }));
  }, language);
