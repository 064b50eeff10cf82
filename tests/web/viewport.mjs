/**
 * Changes the size and the colour scheme of an open page, until everything is drawn anew. Opening the
 * page again in another size would take five times as long.
 */
export async function changeViewport(page, { width, height = 900, colorScheme }) {
  if (colorScheme) await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' }); // at once
  await page.setViewportSize({ width, height });
  await page.evaluate(async () => {
    // Parts that measure their width are drawn in a second frame, what they hold in a third.
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
  });
}
