/** `npm run mutate`: makes the code wrong in many places, one at a time; see --help. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from './build.mjs';
import { Failure, main, repository } from './run.mjs';
import { installPackages, setUp } from './setup.mjs';

const help = `npm run mutate [-- count [folder or file ...] [--seed number]]
  Makes the code wrong in \`count\` places (600) of src and emscripten/package, one at a time, and runs
  the tests. Prints how many mutants the tests kill, and those that survive. Another seed (1) draws
  other places.`;

await main(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { seed: { type: 'string', default: '1' }, help: { type: 'boolean' } },
  });
  if (values.help) {
    console.log(help);
    return;
  }
  const [count = '600', ...named] = positionals;
  const folders = named.length > 0 ? named : ['src', 'emscripten/package'];
  const missing = folders.find((folder) => !existsSync(join(repository, folder)));
  const areNumbers = [count, values.seed].every((text) => /^[1-9]\d*$/.test(text));
  if (!areNumbers || missing) throw new Failure(help);
  setUp({ tests: true });
  await build('core');
  installPackages('tests/mutation', 'Installing the parser (once)');
  const { run } = await import('../../tests/mutation/run.mjs'); // needs the installed parser
  const { table } = await import('../../tests/mutation/table.mjs');
  const say = (progress) => console.error(progress);
  const mutants = await run({ folders, count: Number(count), seed: Number(values.seed), say });
  console.log(`\n${table(mutants)}`);
});
