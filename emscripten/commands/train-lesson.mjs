/**
 * `npm run train:lesson [-- seeds]`: trains the model that the lesson's sandbox starts with, anew,
 * into web/lib/lesson/: sentences.safetensors and, beside it, how it came about, and how many
 * steps the same seeds take in browsers, where sums are rounded in another order. About 5 minutes.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, cmakeBuild } from './build.mjs';
import { stepsInPackage } from './lesson-steps.mjs';
import { Failure, main, repository, run } from './run.mjs';
import { setUp } from './setup.mjs';

const lesson = join(repository, 'web/lib/lesson');

await main(async () => {
  const seeds = process.argv[2] ?? '50';
  if (!/^[1-9]\d*$/.test(seeds)) throw new Failure('npm run train:lesson [-- seeds]');
  setUp({ tests: true });
  cmakeBuild('release', 'manyheads_train_lesson');
  run(join(repository, 'build/release/web/elements/sandbox/train/manyheads_train_lesson'), [
    lesson,
    seeds,
  ]);
  build('package');
  await countStepsInBrowsers();
});

async function countStepsInBrowsers() {
  const { load } = await import('../../dist/index.js');
  const engine = await load();
  const told = JSON.parse(readFileSync(join(lesson, 'sentences.json'), 'utf8'));
  const counts = (heads, { length }) =>
    `[${Array.from({ length }, (_, seed) => stepsInPackage(engine, heads, seed)).join(', ')}]`;
  const fields = [
    `  "reachedAtOfAll": ${counts(told.heads, told.reachedAtOfAll)}`,
    `  "oneHeadReachedAt": ${counts(1, told.oneHeadReachedAt)}`,
  ];
  writeFileSync(join(lesson, 'sentences-in-browsers.json'), `{\n${fields.join(',\n')}\n}\n`);
}
