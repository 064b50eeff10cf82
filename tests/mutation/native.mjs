/** Mutants of the core. All are in one native program, which is compiled once and runs one of them. */
import { execFileSync, spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { Failure, jobs, repository } from '../../emscripten/commands/run.mjs';
import { rewritten } from './rewritten.mjs';

const folder = join(repository, 'build/mutation');
const tree = join(folder, 'tree');
const built = join(folder, 'native');
const program = join(built, 'tests/core/manyheads_tests');

const HEADER = `#pragma once
#include <cstdlib>
inline const int chosen_mutant = [] {
  const char* const text = std::getenv("MANYHEADS_MUTANT");
  return text ? std::atoi(text) : 0;
}();
inline bool mutant(int number) { return number == chosen_mutant; }
`;

/** @return the places that could be compiled */
export function build(places, say) {
  rmSync(tree, { recursive: true, force: true });
  for (const path of [
    'CMakeLists.txt',
    'src',
    'tests',
    'emscripten/bindings',
    'web/elements/sandbox/train',
  ]) {
    mkdirSync(dirname(join(tree, path)), { recursive: true });
    cpSync(join(repository, path), join(tree, path), {
      recursive: true,
      preserveTimestamps: true, // what did not change is not compiled again
      filter: (source) => !source.includes('node_modules'),
    });
  }
  symlinkSync(join(repository, '.toolchain'), join(tree, '.toolchain'));
  writeFileSync(join(tree, 'src/mutant.hpp'), HEADER);
  const files = places.map(({ file }) => file);
  let left = places;
  for (;;) {
    write(files, left);
    say(`compiling ${left.length} mutants`);
    const log = compile();
    if (log === null) return left;
    const refused = refusedBy(log, left);
    if (refused.size === 0) throw new Failure(log.slice(-4000));
    say(`${refused.size} of them are no program`);
    left = left.filter((place) => !refused.has(place));
  }
}

/** Only what changed: the compiler is slow. */
function write(files, places) {
  for (const [file, text] of rewritten(files, places)) {
    const path = join(tree, file);
    const withHeader = `#include "mutant.hpp"\n#line 1\n${text}`;
    if (readFileSync(path, 'utf8') !== withHeader) writeFileSync(path, withHeader);
  }
}

/** @return null, or what the compiler says */
function compile() {
  const options = { encoding: 'utf8', maxBuffer: 2 ** 28, stdio: 'pipe' };
  try {
    execFileSync(
      'cmake',
      [
        ...['-S', tree, '-B', built, '-DCMAKE_BUILD_TYPE=None'],
        '-DCMAKE_CXX_FLAGS=-O1 -w -Wno-narrowing -fmax-errors=0',
        `-DCMAKE_PREFIX_PATH=${join(repository, '.toolchain')}`,
      ],
      options,
    );
    const make = ['--build', built, '--parallel', jobs, '--target', 'manyheads_tests'];
    execFileSync('cmake', [...make, '--', '--keep-going'], options);
    return null;
  } catch ({ stdout, stderr }) {
    return `${stdout}${stderr}`;
  }
}

/** The places on the lines that the compiler names; of an error in a header, those that lead to it. */
function refusedBy(log, places) {
  const named = new Set(
    Array.from(
      log.matchAll(/([^\s:]+\.cpp):(\d+):\d+: +(?:error|required from here)/g),
      ([, file, line]) => [file.slice(file.lastIndexOf('/src/') + 1), line].join(':'),
    ),
  );
  const isNamed = ({ file, line, lastLine }) => {
    for (let at = line; at <= lastLine; at++) if (named.has(`${file}:${at}`)) return true;
    return false;
  };
  return new Set(places.filter(isNamed));
}

/** The test suites that lie where the file does: "Reshape.*:...". */
function suitesBeside(file) {
  const beside = join(repository, dirname(file).replace(/^src/, 'tests/core'));
  if (!existsSync(beside)) return '';
  const tests = readdirSync(beside).filter((name) => name.endsWith('_test.cpp'));
  const names = tests.flatMap((name) => {
    const text = readFileSync(join(beside, name), 'utf8');
    return Array.from(text.matchAll(/^TEST(?:_P)?\((\w+)/gm), ([, suite]) => suite);
  });
  return [...new Set(names)].map((name) => `${name}.*:*/${name}.*`).join(':');
}

/**
 * Runs the tests beside the file and then all others, until one fails.
 * @param mutant  0 for the code as it is
 * @return 'killed', 'survived' or 'endless', which counts as killed
 */
export async function fateOf(mutant, file, seconds) {
  const near = suitesBeside(file);
  if (near) {
    const fate = await run(mutant, near, seconds);
    if (fate !== 'survived') return fate;
  }
  return run(mutant, near ? `-${near}` : '*', seconds);
}

function run(mutant, filter, seconds) {
  return new Promise((resolve) => {
    const command = `ulimit -v 6000000; exec "$0" "$@"`; // a wrong size may ask for all memory
    const child = spawn(
      'bash',
      ['-c', command, program, '--gtest_brief=1', '--gtest_fail_fast', `--gtest_filter=${filter}`],
      { env: { ...process.env, MANYHEADS_MUTANT: String(mutant) }, stdio: 'ignore' },
    );
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      resolve('endless');
    }, 1000 * seconds);
    child.on('close', (status) => {
      clearTimeout(timer);
      resolve(status === 0 ? 'survived' : 'killed');
    });
  });
}
