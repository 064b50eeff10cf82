/**
 * `npm run fuzz [-- seconds [target..]]`: libFuzzer with sanitizers, for 60 or as many seconds per
 * target; fails if it finds an error. `-- keep` then writes the corpus that the tests run,
 * tests/fuzz/corpus: a line of hexadecimal digits for each input.
 */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { cmakeBuild } from './build.mjs';
import { Failure, main, repository, run, which } from './run.mjs';
import { setUp } from './setup.mjs';

const sources = join(repository, 'tests/fuzz');
const build = join(repository, 'build/fuzz');
const goldens = join(repository, 'tests/golden');
const targets = readdirSync(sources)
  .filter((name) => name.endsWith('_target.cpp'))
  .map((name) => name.replace('_target.cpp', '').replaceAll('_', '-'));

/** The most bytes of an input, and of all inputs that are kept for a target. */
const MAX_LENGTH = 600;
const MAX_FILE = 4096;
const MAX_KEPT = 14_000;

/** The most inputs that are kept. A trainer's take long: each evaluates 512 sequences. */
const maxInputs = (target) => (target === 'trainers' ? 20 : 400);

const corpusFolder = (target) => join(build, 'corpus', target);
const keptFile = (target) => join(sources, 'corpus', `${target}.txt`);
const program = (target) => join(build, 'tests/fuzz', `fuzz-${target}`);

/** Puts the kept inputs, and the checkpoints of the tests, next to those found before. */
function fillCorpus(target) {
  const folder = corpusFolder(target);
  mkdirSync(folder, { recursive: true });
  if (existsSync(keptFile(target))) {
    const lines = readFileSync(keptFile(target), 'utf8').split('\n').slice(0, -1);
    lines.forEach((line, i) => writeFileSync(join(folder, `kept-${i}`), line, 'hex'));
  }
  if (target !== 'safetensors') return;
  for (const name of readdirSync(goldens).filter((each) => each.endsWith('.safetensors'))) {
    copyFileSync(join(goldens, name), join(folder, name));
  }
}

function fuzz(target, seconds) {
  const dictionary = join(sources, 'dictionaries', `${target}.dict`);
  run(program(target), [
    `-max_total_time=${seconds}`,
    `-max_len=${target === 'safetensors' ? MAX_FILE : MAX_LENGTH}`,
    '-rss_limit_mb=3000',
    '-timeout=30',
    '-print_final_stats=1',
    `-artifact_prefix=${build}/${target}-`,
    ...(existsSync(dictionary) ? [`-dict=${dictionary}`] : []),
    corpusFolder(target),
  ]);
}

/** Keeps inputs that reach something that no other does. */
function keep(target) {
  const merged = join(build, 'merged', target);
  rmSync(merged, { recursive: true, force: true });
  mkdirSync(merged, { recursive: true });
  run(program(target), ['-merge=1', '-rss_limit_mb=3000', merged, corpusFolder(target)]);
  const inputs = readdirSync(merged)
    .map((name) => readFileSync(join(merged, name)))
    .sort((a, b) => a.length - b.length || Buffer.compare(a, b));
  const every = Math.ceil(inputs.length / maxInputs(target)); // of all lengths
  let bytes = 0;
  const kept = inputs
    .filter((_, i) => i % every === 0)
    .filter((input) => (bytes += input.length) <= MAX_KEPT);
  mkdirSync(join(sources, 'corpus'), { recursive: true });
  writeFileSync(keptFile(target), kept.map((input) => `${input.toString('hex')}\n`).join(''));
  console.log(`${basename(keptFile(target))}: ${kept.length} of ${inputs.length} inputs`);
}

await main(() => {
  const [first = '60', ...named] = process.argv.slice(2);
  const known = named.every((name) => targets.includes(name));
  if (!(first === 'keep' || /^\d+$/.test(first)) || !known) {
    throw new Failure(
      `npm run fuzz [-- seconds|keep [target..]]\n  targets: ${targets.join(', ')}`,
    );
  }
  if (!which('clang++')) throw new Failure("libFuzzer needs clang++ (Debian's package clang)");
  setUp();
  cmakeBuild('fuzz');
  for (const target of named.length > 0 ? named : targets) {
    fillCorpus(target);
    if (first === 'keep') keep(target);
    else fuzz(target, first);
  }
});
