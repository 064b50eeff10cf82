/**
 * `npm run train:lesson [-- seeds]`: trains the model that the lesson's sandbox starts with, anew,
 * into web/lib/lesson/: sentences.safetensors and, beside it, how it came about. A few minutes.
 */
import { join } from 'node:path';
import { cmakeBuild } from './build.mjs';
import { Failure, main, repository, run } from './run.mjs';
import { setUp } from './setup.mjs';

const lesson = join(repository, 'web/lib/lesson');

await main(() => {
  const seeds = process.argv[2] ?? '50';
  if (!/^[1-9]\d*$/.test(seeds)) throw new Failure('npm run train:lesson [-- seeds]');
  setUp({ tests: true });
  cmakeBuild('release', 'manyheads_train_lesson');
  run(join(repository, 'build/release/web/elements/sandbox/train/manyheads_train_lesson'), [
    lesson,
    seeds,
  ]);
});
