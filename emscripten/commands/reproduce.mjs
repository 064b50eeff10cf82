/** `npm run reproduce`: training results next to PyTorch's; takes a few minutes. */
import { join } from 'node:path';
import { cmakeBuild } from './build.mjs';
import { main, repository, run } from './run.mjs';
import { setUp } from './setup.mjs';

await main(() => {
  setUp({ tests: true }); // the release preset has the tests
  cmakeBuild('release', 'manyheads_reproduce');
  run(join(repository, 'build/release/tests/figures/manyheads_reproduce'), []);
});
