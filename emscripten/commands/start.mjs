/** `npm start`: sets up, builds what has changed, serves the lesson and prints its address. */
import { join } from 'node:path';
import { build } from './build.mjs';
import { main, repository } from './run.mjs';
import { serve } from './serve.mjs';
import { setUp } from './setup.mjs';

await main(async () => {
  setUp();
  await build();
  const address = await serve(join(repository, 'dist-site'));
  console.log(`\n  manyheads is at ${address}\n  Ctrl+C ends it.`);
});
