/**
 * `npm run lint [-- typescript|tidy|cppcheck|xtensor..]`: what analysis finds in the code without
 * running it, by default with all four: ESLint (eslint.config.mjs), clang-tidy (.clang-tidy),
 * cppcheck, and clang-query for calls that reach xtensor by accident.
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

/**
 * A tensor's class is xtensor's, so a plain `transpose(x)` calls xtensor's function wherever ours is
 * not declared: without our checks of sizes and memory. `xt::transpose(x)` says that it is meant.
 */
const callsOfXtensorByAccident = `match callExpr(usesADL(), unless(cxxOperatorCallExpr()),
  callee(functionDecl(hasAncestor(namespaceDecl(hasName("::xt"))))),
  isExpansionInFileMatching("^${repository}/(src|emscripten|web)/"))`;

const linters = {
  async typescript() {
    await build('core'); // the engine's types
    run('node_modules/.bin/eslint', ['emscripten/package', 'web']);
  },
  async tidy() {
    const results = await forEachFile('clang-tidy', ['--quiet']);
    report(results.filter(({ failed }) => failed));
  },
  cppcheck() {
    run('cppcheck', [
      ...[`--project=${database}`, '--enable=warning,performance,portability,style', '--quiet'],
      ...['--std=c++20', '--error-exitcode=1', '-j', jobs],
      ...suppressions.map((each) => `--suppress=${each}`),
    ]);
  },
  async xtensor() {
    const query = callsOfXtensorByAccident.replaceAll('\n', ' ');
    const results = await forEachFile('clang-query', ['-c', query]);
    report(results.filter(({ output }) => !/^0 matches\.$/mu.test(output)));
  },
};

/** What a program of clang's says of each file that the compiler gets. */
function forEachFile(program, args) {
  const lanes = new Lanes(availableParallelism());
  const files = JSON.parse(readFileSync(join(repository, database), 'utf8'))
    .map(({ file }) => file)
    .filter((file) => file.includes('Unity')); // each several files of src
  return Promise.all(
    files.map((file) => lanes.take(1, () => capture(program, ['-p', 'build/lint', ...args, file]))),
  );
}

function report(findings) {
  if (findings.length > 0) throw new Failure(findings.map(({ output }) => output).join('\n'));
}

await main(async () => {
  const wanted = process.argv.slice(2);
  const chosen = wanted.length > 0 ? wanted : Object.keys(linters);
  if (!chosen.every((name) => name in linters)) {
    throw new Failure(`npm run lint [-- ${Object.keys(linters).join('|')}..]`);
  }
  const programs = ['clang++', 'clang-tidy', 'cppcheck', 'clang-query'];
  const lacking = programs.filter((program) => !which(program));
  if (chosen.some((name) => name !== 'typescript') && lacking.length > 0) {
    throw new Failure(
      `Missing: ${lacking.join(', ')} (Debian's packages clang, clang-tidy, cppcheck, clang-tools)`,
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
