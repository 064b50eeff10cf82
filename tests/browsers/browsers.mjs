/** The browsers in which the core of the page is tested, as far as they are installed. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { which } from '../../emscripten/commands/run.mjs';
import { findChromium, findFirefox } from '../../emscripten/commands/setup.mjs';
import { startChromium } from './chromium.mjs';
import { startFirefox } from './firefox.mjs';
import { startWebKit } from './webkit.mjs';

/** Debian has WebKit's small browser in a folder of the machine's kind. */
function findMiniBrowser() {
  const folders = existsSync('/usr/lib') ? readdirSync('/usr/lib') : [];
  const paths = folders.map((name) => join('/usr/lib', name, 'webkit2gtk-4.1/MiniBrowser'));
  return paths.find((path) => existsSync(path)) ?? null;
}

const firefox = findFirefox();
const webkit = {
  driver: which('WebKitWebDriver'),
  browser: findMiniBrowser(),
  display: which('Xvfb'),
};

/** Each with a function that starts it; null if it is not installed. */
export const browsers = {
  Chromium: findChromium() ? startChromium : null,
  Firefox: firefox ? () => startFirefox(firefox) : null,
  WebKit: Object.values(webkit).every(Boolean) ? () => startWebKit(webkit) : null,
};
