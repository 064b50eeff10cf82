/** Formats all files of the repository. With --check, only lists those that are not formatted. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { classesFile } from '../package/doors.mjs';
import { repository, stream } from './run.mjs';

const check = process.argv.includes('--check');

const cxxFiles = ['src', 'tests', 'emscripten', 'web'].flatMap((folder) =>
  readdirSync(join(repository, folder), { recursive: true })
    .filter((name) => /\.(cpp|hpp)$/.test(name))
    .map((name) => join(folder, name)),
);
const formatters = [
  ['clang-format', check ? ['--dry-run', '-Werror'] : ['-i'], cxxFiles],
  ['node_modules/.bin/prettier', [check ? '--check' : '--write', '--log-level=warn'], ['.']],
];

let failures = 0;
for (const [program, options, files] of formatters) {
  const { failed } = await stream(program, [...options, ...files]);
  if (failed) failures += 1;
}
if (!check) writeFileSync(classesFile.name, classesFile.text);
else if (readFileSync(classesFile.name, 'utf8') !== classesFile.text) {
  console.log(`${classesFile.name} is not what rooms.ts makes of it.`);
  failures += 1;
}
if (check) {
  if (failures > 0) console.log('`npm run format` puts these right.');
  console.log(`${formatters.length + 1 - failures} passed, ${failures} failed`);
}
if (failures > 0) process.exitCode = 1;
