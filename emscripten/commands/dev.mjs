/** `npm run dev`: Vite's server on the sources of the page; the core is built once. */
import { build } from './build.mjs';
import { main, run } from './run.mjs';
import { setUp } from './setup.mjs';

await main(async () => {
  setUp();
  await build('core');
  run('node_modules/.bin/vite', ['--config', 'web/site/vite.config.ts']);
});
