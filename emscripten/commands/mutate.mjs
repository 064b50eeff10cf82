/** `npm run mutate`: makes the code wrong in many places, one at a time; see --help. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './build.mjs';
import { Failure, main, repository } from './run.mjs';
import { installPackages, setUp } from './setup.mjs';

const help = `npm run mutate [-- count [folder or file ...]]
  Makes the code wrong in \`count\` places (600) of src and emscripten/package, one at a time, and runs
  the tests. Prints how many mutants the tests kill, and those that survive.`;

await main(async () => {
  const [count = '600', ...named] = process.argv.slice(2);
  const folders = named.length > 0 ? named : ['src', 'emscripten/package'];
  if (count === '--help') {
    console.log(help);
    return;
  }
  const missing = folders.find((folder) => !existsSync(join(repository, folder)));
  if (!/^[1-9]\d*$/.test(count) || missing) throw new Failure(help);
  setUp({ tests: true });
  await build('core');
  installPackages('tests/mutation', 'Installing the parser (once)');
  const { run } = await import('../../tests/mutation/run.mjs'); // needs the installed parser
  const { table } = await import('../../tests/mutation/table.mjs');
  const say = (progress) => console.error(progress);
  const mutants = await run({ folders, count: Number(count), say });
  console.log(`\n${table(mutants)}`);
});
