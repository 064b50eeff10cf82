/**
 * The test suites of `npm test`, in the order of their builds. Each has
 *   folder   the folder of its tests; if it is missing, the suite is left out
 *   prepare  the program that builds what it needs, if anything
 *   command  the program that runs it
 *   onlyByName  true for a suite that `npm test` leaves out
 *   alone    true for a suite that needs the whole machine
 *   lowPriority  true for a suite that runs beside all others, whenever they leave a processor idle
 *   count    reads [passed, failed] from the program's output, null if it was aborted; without it,
 *            the whole suite counts as one test
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from './run.mjs';

export const suites = {
  format: {
    folder: 'emscripten/commands',
    command: () => [process.execPath, 'emscripten/commands/format.mjs', '--check'],
    count: (output) => pair(output, /^(\d+) passed/m, /, (\d+) failed$/m),
  },
  types: {
    folder: 'emscripten/package',
    prepare: building('core'),
    command: () => ['node_modules/.bin/tsc'],
  },
  directions: {
    folder: 'web',
    command: () => [
      'node_modules/.bin/depcruise',
      ...['--config', 'web/directions.mjs', 'web', 'emscripten/package'],
    ],
  },
  package: {
    folder: 'tests/package',
    prepare: building('package'),
    command: () => nodeTest('tests/package'),
    count: countOfNodeTest,
  },
  bundlers: {
    folder: 'tests/package/fixtures',
    prepare: building('package'),
    command: () => playwright('tests/package/fixtures'),
    count: countOfPlaywright,
  },
  doors: {
    folder: 'tests/package/fixtures',
    prepare: building('site'), // one test builds it again and compares
    command: () => playwright('tests/package/fixtures/doors.config.mjs'),
    onlyByName: true, // it installs 800 MB and builds for minutes
    count: countOfPlaywright,
  },
  'web-lib': {
    folder: 'tests/web',
    prepare: building('package'),
    command: () => nodeTest('tests/web'),
    lowPriority: true, // the browser tests leave a seventh of two processors
    count: countOfNodeTest,
  },
  core: {
    folder: 'tests/core',
    prepare: building('native'),
    command: () => ['ctest', '--preset', 'dev', '--verbose', '--label-exclude', 'installation'],
    count: countOfGoogleTest,
  },
  wasm: {
    folder: 'tests/core',
    prepare: building('wasm'),
    command: () => ['ctest', '--preset', 'wasm', '--verbose'],
    count: countOfGoogleTest,
  },
  figures: {
    folder: 'tests/figures',
    prepare: building('figures'),
    command: () => ['ctest', '--preset', 'release', '--verbose', '--tests-regex', 'figures'],
    count: countOfGoogleTest,
  },
  installation: {
    folder: 'tests/consumer_cmake',
    prepare: building('native'),
    command: () => ['ctest', '--preset', 'dev', '--label-regex', 'installation'],
    count: countOfCTest,
  },
  browsers: {
    folder: 'tests/browsers',
    prepare: building('site-and-browsers'), // while another suite runs
    command: () => browserTests(),
    count: countOfNodeTest,
  },
  'wasm-safe-heap': {
    folder: 'tests/core',
    prepare: building('wasm-safe-heap'),
    command: () => ['ctest', '--preset', 'wasm-safe-heap', '--verbose'],
    onlyByName: true, // three minutes
    count: countOfGoogleTest,
  },
  'wasm-asan': {
    folder: 'tests/core',
    prepare: building('wasm-asan'),
    command: () => ['ctest', '--preset', 'wasm-asan', '--verbose'],
    onlyByName: true, // minutes too
    count: countOfGoogleTest,
  },
  'all-browsers': {
    folder: 'tests/browsers',
    prepare: building('browsers'),
    command: () => browserTests('all'),
    onlyByName: true, // without one of the browsers it stops; `browsers` is its short form
    count: countOfNodeTest,
  },
  load: {
    folder: 'tests/load',
    prepare: building('package'),
    command: () => memoryTests(),
    count: countOfNodeTest,
  },
  'long-load': {
    folder: 'tests/load',
    prepare: building('package'),
    command: () => memoryTests('all'),
    onlyByName: true, // it trains for ten minutes
    count: countOfNodeTest,
  },
  web: {
    folder: 'tests/web',
    prepare: building('site'),
    command: () => playwright('tests/web'),
    alone: true, // a browser without enough CPU drops frames
    count: countOfPlaywright,
  },
};

function building(part) {
  return [process.execPath, 'emscripten/commands/build.mjs', part];
}

function countOfGoogleTest(output) {
  return pair(output, /\[  PASSED  \] (\d+) test/, /\[  FAILED  \] (\d+) tests?, listed below/);
}

function countOfCTest(output) {
  const line = /tests passed, (\d+) tests failed out of (\d+)/.exec(output);
  return line && [line[2] - line[1], Number(line[1])];
}

function countOfNodeTest(output) {
  return pair(output, /^ℹ pass (\d+)/m, /^ℹ fail (\d+)/m);
}

function countOfPlaywright(output) {
  return pair(output, /^\s+(\d+) passed/m, /^\s+(\d+) failed/m);
}

/** The numbers found by two patterns, 0 for a missing one; null if both are missing. */
function pair(output, ...patterns) {
  const found = patterns.map((pattern) => pattern.exec(output));
  return found.some(Boolean) ? found.map((match) => Number(match?.[1] ?? 0)) : null;
}

function nodeTest(folder) {
  const files = readdirSync(join(repository, folder), { recursive: true });
  const paths = files
    .filter((name) => name.endsWith('.test.mjs'))
    .map((name) => join(folder, name));
  return [process.execPath, '--test', '--test-reporter=spec', ...paths];
}

/** Firefox is driven through a WebSocket, which Node 20 has behind a flag. */
function browserTests(...args) {
  const flags = ['--experimental-websocket', '--no-warnings'];
  return nodeProgram('tests/browsers/core.test.mjs', { flags, args });
}

const memoryTests = (...args) => nodeProgram('tests/load/memory.test.mjs', { args });

/** One file of tests that takes arguments; it ends with the last test, whatever it serves. */
function nodeProgram(file, { flags = [], args }) {
  return [process.execPath, ...flags, '--test-force-exit', '--test-reporter=spec', file, ...args];
}

function playwright(folder) {
  return ['node_modules/.bin/playwright', 'test', '--config', folder, '--reporter=list'];
}
