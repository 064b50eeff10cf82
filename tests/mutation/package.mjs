/** Mutants of the package: all in one build, whose modules learn which to be. */
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { repository } from '../../emscripten/commands/run.mjs';
import { rewritten } from './rewritten.mjs';

const tree = join(repository, 'build/mutation/package');

const HEADER =
  'const mutant = (number: number) => String(number) === (globalThis as any).process?.env.MANYHEADS_MUTANT;';

/** What every mutant breaks, or what takes minutes. */
const LEFT_OUT = new Set([
  ...['budget', 'package-contents', 'command', 'short-css', 'extreme-numbers', 'endurance'],
  ...['long-sequence', 'hostile-input', 'exhausted-memory'],
]);

export function build(places, say) {
  say(`building the package with ${places.length} mutants`);
  rmSync(tree, { recursive: true, force: true });
  const copied = ['package.json', 'tsconfig.json', 'README.md', 'CHANGELOG.md', 'LICENSE'];
  for (const path of [...copied, 'emscripten', 'src', 'tests', 'web', 'build/wasm']) {
    mkdirSync(dirname(join(tree, path)), { recursive: true });
    cpSync(join(repository, path), join(tree, path), {
      recursive: true,
      filter: (source) => !/node_modules|CMakeFiles/.test(source),
    });
  }
  symlinkSync(join(repository, 'node_modules'), join(tree, 'node_modules'));
  const files = places.map(({ file }) => file);
  for (const [file, text] of rewritten(files, places)) {
    writeFileSync(join(tree, file), HEADER + text);
  }
  execFileSync(process.execPath, ['emscripten/package/build.mjs'], { cwd: tree, stdio: 'pipe' });
  return places;
}

/** Runs the tests, those named like the file first, until one fails. */
export function fateOf(mutant, file, seconds) {
  const folder = join(tree, 'tests/package');
  const word = basename(file, '.ts').split('-')[0];
  const tests = readdirSync(folder)
    .filter((name) => name.endsWith('.test.mjs') && !LEFT_OUT.has(name.replace('.test.mjs', '')))
    .sort((a, b) => Number(b.includes(word)) - Number(a.includes(word)) || a.localeCompare(b))
    .map((name) => join(folder, name));
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['--test', '--test-reporter=tap', ...tests], {
      cwd: tree,
      env: { ...process.env, MANYHEADS_MUTANT: String(mutant) },
      stdio: ['ignore', 'pipe', 'ignore'],
      detached: true, // its tests are processes too
    });
    const end = (fate) => {
      clearTimeout(timer);
      resolve(fate);
      try {
        process.kill(-child.pid, 'SIGKILL');
      } catch {
        // it has ended
      }
    };
    const timer = setTimeout(() => end('endless'), 1000 * seconds);
    child.stdout.setEncoding('utf8').on('data', (text) => {
      if (/^\s*not ok/m.test(text)) end('killed');
    });
    child.on('close', (status) => end(status === 0 ? 'survived' : 'killed'));
  });
}
