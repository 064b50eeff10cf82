/** `npm run fuzz [-- seconds]`: libFuzzer on the checkpoint reader; fails if it finds an error. */
import { copyFileSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { cmakeBuild } from './build.mjs';
import { Failure, main, repository, run, which } from './run.mjs';
import { setUp } from './setup.mjs';

const goldens = join(repository, 'tests/golden');
const corpus = join(repository, 'build/fuzz/corpus');

await main(() => {
  const seconds = process.argv[2] ?? '120';
  if (!/^\d+$/.test(seconds)) throw new Failure('npm run fuzz [-- seconds]');
  if (!which('clang++')) throw new Failure("libFuzzer needs clang++ (Debian's package clang)");
  setUp();
  cmakeBuild('fuzz', 'manyheads_fuzz_checkpoint');
  mkdirSync(corpus, { recursive: true });
  for (const name of readdirSync(goldens).filter((each) => each.endsWith('.safetensors'))) {
    copyFileSync(join(goldens, name), join(corpus, name));
  }
  run(join(repository, 'build/fuzz/tests/fuzz/manyheads_fuzz_checkpoint'), [
    `-max_total_time=${seconds}`,
    '-max_len=4096',
    '-rss_limit_mb=1024',
    `-artifact_prefix=${join(repository, 'build/fuzz')}/`,
    `-dict=${join(repository, 'tests/fuzz/checkpoint.dict')}`,
    corpus,
  ]);
});
