/** Holds the requests for these addresses, as a slow network does. @return lets them go on */
export async function holdRequests(page, addresses, answer = (route) => route.continue()) {
  let letGo;
  const held = new Promise((resolve) => (letGo = resolve));
  await page.route(addresses, async (route) => {
    await held;
    await answer(route);
  });
  return letGo;
}
