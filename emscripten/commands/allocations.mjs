/**
 * `npm run test:allocations`: fails every allocation of every function of the core, one after the
 * other, with sanitizers. `npm test` leaves some of the slow functions' out.
 */
import { join } from 'node:path';
import { cmakeBuild } from './build.mjs';
import { main, repository, run } from './run.mjs';
import { setUp } from './setup.mjs';

await main(() => {
  setUp({ tests: true });
  cmakeBuild('dev', 'manyheads_tests');
  process.env.MANYHEADS_EVERY_ALLOCATION = '1';
  run(join(repository, 'build/dev/tests/core/manyheads_tests'), [
    '--gtest_filter=EveryAllocation*',
  ]);
});
