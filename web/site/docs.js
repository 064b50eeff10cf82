// The documentation has the theme that was chosen in the lesson. Runs before the first paint.
try {
  const { theme } = JSON.parse(localStorage.getItem('manyheads:settings')) ?? {};
  if (/^(light|dark)$/u.test(theme)) document.documentElement.dataset.theme = theme;
} catch {
  // no storage, or something else is in it
}
