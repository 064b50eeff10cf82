import { expect, test } from './fixtures.mjs';

test.describe.configure({ mode: 'default' }); // one after the other, in one worker

/** What a test finds of the one before it. */
const findings = (page) =>
  page.evaluate(async () => ({
    language: document.documentElement.lang,
    stored: [...Object.keys(localStorage), ...(await caches.keys())],
    cookies: document.cookie,
    script: 'leftScript' in window,
    isItself: navigator.userAgent !== 'left',
    isDark: matchMedia('(prefers-color-scheme: dark)').matches,
    isPrinted: matchMedia('print').matches,
    width: innerWidth,
    isOnline: navigator.onLine,
    mayRead: (await navigator.permissions.query({ name: 'clipboard-read' })).state,
    isToday: new Date().getFullYear() > 2001,
  }));
const nothing = {
  language: 'en',
  stored: [],
  cookies: '',
  script: false,
  isItself: true,
  isDark: false,
  isPrinted: false,
  width: 1280,
  isOnline: true,
  mayRead: 'prompt',
  isToday: true,
};

const heard = [];

const changes = {
  'stores something': (page) =>
    page.evaluate(async () => {
      localStorage.setItem('manyheads:settings', JSON.stringify({ language: 'de' }));
      document.cookie = 'left=1';
      await caches.open('left');
      addEventListener('pagehide', () => localStorage.setItem('left', 'late'));
    }),
  'adds a script': (page) => page.addInitScript(() => (globalThis.leftScript = true)),
  listens: (page) => {
    for (const each of [page, page.context()]) each.on('request', () => heard.push(each));
  },
  'is printed on a small dark screen': async (page) => {
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await page.setViewportSize({ width: 360, height: 700 });
  },
  'is offline, with permissions': async (page) => {
    await page.context().grantPermissions(['clipboard-read']);
    await page.context().setOffline(true);
  },
  'refuses files': (page) => page.route('**/*', (route) => route.abort()),
  'has another name': async (page) => {
    const devTools = await page.context().newCDPSession(page);
    await devTools.send('Emulation.setUserAgentOverride', { userAgent: 'left' });
  },
  'has another clock': (page) => page.clock.install({ time: new Date('2001-01-01') }),
  'opens a page': (page) => page.context().newPage(),
  'closes a page with a script': async (page) => {
    await page.addInitScript(() => (globalThis.leftScript = true));
    await page.close();
  },
};

for (const [name, change] of Object.entries(changes)) {
  test(`a test ${name}`, async ({ page, site }) => {
    await page.goto(`${site}embed.html?element=mh-softmax`);
    await change(page);
  });

  test(`and the next one finds nothing of it, after it ${name}`, async ({
    page,
    context,
    site,
  }) => {
    const before = heard.length;
    await page.goto(`${site}embed.html?element=mh-softmax`);
    expect(heard).toHaveLength(before);
    expect(await findings(page)).toEqual(nothing);
    expect(context.pages()).toHaveLength(1);
  });
}
