/**
 * `npm run differential [-- seconds [seed]]`: random layers, options and data against float64; fails
 * if anything differs or no case was run. `-- replay seed case [largest]`: one case again.
 */
import { join } from 'node:path';
import { cmakeBuild } from './build.mjs';
import { Failure, main, repository, run } from './run.mjs';
import { setUp } from './setup.mjs';

await main(() => {
  const words = process.argv.slice(2);
  const [first = '60', ...numbers] = words;
  const isReplay = first === 'replay' && (numbers.length === 2 || numbers.length === 3);
  const isRun = numbers.length <= 1;
  const areNumbers = [isReplay ? '0' : first, ...numbers].every((each) => /^\d+$/.test(each));
  if (!(isReplay || isRun) || !areNumbers) {
    throw new Failure('npm run differential [-- seconds [seed] | -- replay seed case [largest]]');
  }
  setUp({ tests: true }); // the release preset has the tests
  cmakeBuild('release', 'manyheads_differential');
  run(
    join(repository, 'build/release/tests/differential/manyheads_differential'),
    isReplay ? words : ['run', first, ...numbers],
  );
});
