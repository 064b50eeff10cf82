import { defineConfig } from '@playwright/test';
import { launchOptions } from '../chromium.mjs';

/** The browser tests, on the Chromium that the system has. `*.test.mjs` need no browser. */
export default defineConfig({
  testMatch: '**/*.spec.mjs',
  outputDir: '../../build/web-tests',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  workers: 2, // on two cores; with three, each waits for the others
  retries: 0, // a test that passes at the second try hides what it should show
  timeout: 60_000, // a shared machine is sometimes three times as slow
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    viewport: { width: 1280, height: 900 },
    colorScheme: 'light',
    serviceWorkers: 'block', // but for the tests of what works offline
    launchOptions: launchOptions(),
  },
});
