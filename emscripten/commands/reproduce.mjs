/**
 * `npm run reproduce [-- print|record]`: prints training results next to PyTorch's, and records
 * those that the lesson quotes, of both builds, in web/lib/lesson/training-results.json. Without a
 * word it does both, which takes a quarter of an hour.
 */
import { join } from 'node:path';
import { build, cmakeBuild } from './build.mjs';
import { buildNames, recordTraining } from './record-training.mjs';
import { Failure, main, repository, run } from './run.mjs';
import { setUp } from './setup.mjs';

const parts = { print, record };

await main(async () => {
  const chosen = process.argv.slice(2);
  if (!chosen.every((name) => Object.hasOwn(parts, name))) {
    throw new Failure('npm run reproduce [-- print|record]');
  }
  setUp({ tests: true }); // the release preset has the tests
  for (const [name, part] of Object.entries(parts)) {
    if (chosen.length === 0 || chosen.includes(name)) await part();
  }
});

function print() {
  cmakeBuild('release', 'manyheads_reproduce');
  run(join(repository, 'build/release/tests/figures/manyheads_reproduce'), []);
}

async function record() {
  cmakeBuild('release', 'manyheads_training_run');
  await build('package');
  for (const name of buildNames) await recordTraining(name);
}
