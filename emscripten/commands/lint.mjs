/**
 * `npm run lint [-- typescript|tidy|cppcheck..]`: what analysis finds in the code without running it,
 * by default with all three: ESLint (eslint.config.mjs), clang-tidy (.clang-tidy), cppcheck.
 */
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { build } from './build.mjs';
import { Lanes } from './lanes.mjs';
import { capture, Failure, jobs, main, repository, run, runQuietly, which } from './run.mjs';
import { setUp } from './setup.mjs';

const database = 'build/lint/compile_commands.json';

/** Findings of cppcheck 2.10 that are not faults here. */
const suppressions = [
  'noExplicitConstructor', // a piece of a message is written as a text or a number
  'passedByValue', // a message is moved on, a text view is two words
  'useStlAlgorithm', // a loop may be plainer
  'uninitMemberVar:*/tensor/shape.hpp', // sizes beyond the rank are never read
  'returnReference:*/shape_questions.cpp', // it returns what a pointer of the vector points to
  'syntaxError:*/kernels/matmul.cpp', // a lambda with template parameters, which is C++20
  'internalAstError:*/fields/choices.hpp', // likewise
  '*:*/.toolchain/*',
];

const linters = {
  async typescript() {
    await build('core'); // the engine's types
    run('node_modules/.bin/eslint', ['emscripten/package', 'web']);
  },
  async tidy() {
    const lanes = new Lanes(availableParallelism());
    const files = JSON.parse(readFileSync(join(repository, database), 'utf8'))
      .map(({ file }) => file)
      .filter((file) => file.includes('Unity')); // each several files of src
    const args = ['-p', 'build/lint', '--quiet'];
    const results = await Promise.all(
      files.map((file) => lanes.take(1, () => capture('clang-tidy', [...args, file]))),
    );
    const failed = results.filter(({ failed }) => failed);
    if (failed.length > 0) throw new Failure(failed.map(({ output }) => output).join('\n'));
  },
  cppcheck() {
    run('cppcheck', [
      ...[`--project=${database}`, '--enable=warning,performance,portability,style', '--quiet'],
      ...['--std=c++20', '--error-exitcode=1', '-j', jobs],
      ...suppressions.map((each) => `--suppress=${each}`),
    ]);
  },
};

await main(async () => {
  const wanted = process.argv.slice(2);
  const chosen = wanted.length > 0 ? wanted : Object.keys(linters);
  if (!chosen.every((name) => name in linters)) {
    throw new Failure(`npm run lint [-- ${Object.keys(linters).join('|')}..]`);
  }
  const lacking = ['clang++', 'clang-tidy', 'cppcheck'].filter((program) => !which(program));
  if (chosen.some((name) => name !== 'typescript') && lacking.length > 0) {
    throw new Failure(
      `Missing: ${lacking.join(', ')} (Debian's packages clang, clang-tidy, cppcheck)`,
    );
  }
  setUp();
  if (chosen.some((name) => name !== 'typescript')) runQuietly('cmake', ['--preset', 'lint']);
  for (const name of chosen) {
    console.log(name);
    await linters[name]();
  }
  console.log('Nothing found');
});
