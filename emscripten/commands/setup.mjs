/** Sets up this machine: checks programs, gets the tool chain and npm packages. */
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Failure, main, repository, run, runQuietly, which } from './run.mjs';

const provide = join(repository, 'emscripten/toolchain/provide');
const includes = ['/usr', '/usr/local', '/opt/homebrew', process.env.CONDA_PREFIX ?? '/usr'];

/** What the build needs from the system: how to check for it, and its Debian package. */
const forBuild = [
  { name: 'cmake', found: () => which('cmake'), debian: 'cmake' },
  { name: 'make', found: () => which('make'), debian: 'make' },
  { name: 'a C++20 compiler', found: () => which('c++'), debian: 'g++' },
];

/** What the tests need in addition. */
const forTests = [
  {
    name: 'GoogleTest',
    found: () => includes.some((prefix) => existsSync(`${prefix}/include/gtest/gtest.h`)),
    debian: 'libgtest-dev',
  },
  { name: 'clang-format', found: () => which('clang-format'), debian: 'clang-format' },
  {
    name: 'Chromium (or CHROMIUM_PATH)',
    found: findChromium,
    debian: 'chromium-headless-shell', // headless only: tests take half the time
  },
];

/** What the tests in three browsers need in addition. */
const forBrowsers = [
  { name: 'Firefox', found: findFirefox, debian: 'firefox-esr' },
  { name: 'WebKitWebDriver', found: () => which('WebKitWebDriver'), debian: 'webkit2gtk-driver' },
  { name: 'Xvfb', found: () => which('Xvfb'), debian: 'xvfb' },
];

/** What the tests in other people's projects need in addition. */
const forDoors = [
  { name: 'Sphinx', found: () => which('sphinx-build'), debian: 'python3-sphinx' },
  { name: 'MyST', found: () => which('myst-docutils-html'), debian: 'python3-myst-parser' },
];

/** The browser for the tests, or null. */
export function findChromium() {
  return (
    process.env.CHROMIUM_PATH ??
    which('chromium-headless-shell') ??
    which('chromium') ??
    which('chromium-browser') ??
    which('google-chrome')
  );
}

export function findFirefox() {
  return process.env.FIREFOX_PATH ?? which('firefox-esr') ?? which('firefox');
}

/**
 * @param browsers   true for tests that need all three browsers
 * @param doors      true for tests in other people's projects
 * @param toolchain  false if a later build gets the tool chain, while something else runs
 */
export function setUp({ tests, browsers, doors, toolchain = true } = {}) {
  const wanted = [
    ...forBuild,
    ...(tests ? forTests : []),
    ...(browsers ? forBrowsers : []),
    ...(doors ? forDoors : []),
  ];
  const lacking = wanted.filter(({ found }) => !found());
  if (!canInstall()) stopWhereLacking(lacking);
  if (lacking.length > 0) aptInstall(lacking);
  if (toolchain) run('sh', [provide]);
  installPackages('.');
}

/** Installs the other browsers if it can. If not, tests leave out the ones that are missing. */
export function addBrowsers() {
  const lacking = forBrowsers.filter(({ found }) => !found());
  if (lacking.length === 0 || !canInstall()) return;
  try {
    aptInstall(lacking);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    console.error(`${error.message}: the tests run without them`);
  }
}

const canInstall = () => process.getuid?.() === 0 && Boolean(which('apt-get'));

/** Stops with one list of everything that is missing. */
function stopWhereLacking(lacking) {
  const toolchain = spawnSync('sh', [provide, '--check'], { encoding: 'utf8' });
  if (lacking.length === 0 && toolchain.status === 0) return;
  if (lacking.length > 0) {
    console.error(`
This machine lacks:
${lacking.map(({ name, debian }) => `  - ${name} (Debian's package ${debian})`).join('\n')}

  Debian  as root: apt-get install ${lacking.map(({ debian }) => debian).join(' ')}
  macOS   xcode-select --install; brew install cmake googletest clang-format chromium
  conda   conda install -c conda-forge cmake make cxx-compiler gtest clang-format`);
  }
  console.error(toolchain.stderr);
  throw new Failure('The set-up stopped before it changed anything.');
}

function aptInstall(lacking) {
  const packages = lacking.map(({ debian }) => debian);
  console.log(`Installing ${packages.join(', ')}`);
  const install = ['apt-get', 'install', '-y', '-qq', '--no-install-recommends', ...packages];
  runQuietly('apt-get', ['update', '-qq']);
  runQuietly('env', ['DEBIAN_FRONTEND=noninteractive', ...install]);
}

/**
 * Installs the npm packages of a folder, unless they are those of its lock file already.
 * @param note  shown before it installs
 */
export function installPackages(folder, note) {
  const lock = join(repository, folder, 'package-lock.json');
  const installed = join(repository, folder, 'node_modules/.package-lock.json');
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return;
  if (note) console.error(note);
  run('npm', ['ci', '--prefix', join(repository, folder), '--no-audit', '--no-fund']);
}

if (process.argv[1] === import.meta.filename) await main(() => setUp({ tests: true }));
