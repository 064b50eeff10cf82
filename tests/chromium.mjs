/** How every test and measurement starts Chromium: headless, and asking nobody on the network. */
import { findChromium } from '../emscripten/commands/setup.mjs';

export const launchOptions = () => ({
  executablePath: findChromium(),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
});
