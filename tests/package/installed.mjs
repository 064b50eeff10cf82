/**
 * The package as people get it: packed, installed into an empty folder, imported by its name. That
 * is done once for the files of dist/ as they are; the folder's name is made from their contents.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const runFile = promisify(execFile);

export const repository = fileURLToPath(new URL('../../', import.meta.url));
export const packageJson = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'));

/** The folder in which someone has typed `npm install manyheads`. */
export const consumer = await installedOnce();
/** The installed package's own folder, and the tarball that it came from. */
export const installed = join(consumer, 'node_modules/manyheads');
export const tarball = join(consumer, `manyheads-${packageJson.version}.tgz`);

export const manyheads = await importInstalled('manyheads');
export const engine = await manyheads.load();

/** What a program in the consumer's folder gets from `import * from specifier`. */
export function importInstalled(specifier) {
  const program = join(consumer, `${specifier.replaceAll('/', '-')}.mjs`);
  if (!existsSync(program)) writeFileSync(program, `export * from '${specifier}';\n`);
  return import(pathToFileURL(program));
}

/** Runs a program in the consumer's folder. @return what it printed */
export async function runAsConsumer(program, nodeOptions = []) {
  const args = [...nodeOptions, '--input-type=module', '--eval', program];
  const { stdout } = await runFile(process.execPath, args, { cwd: consumer });
  return stdout;
}

async function installedOnce() {
  // Away from the repository, whose node_modules would hide what the package lacks.
  const root = join(tmpdir(), `manyheads-installed-${sha256(repository)}`);
  const name = fingerprint();
  const folder = join(root, name);
  if (existsSync(folder)) return folder;

  mkdirSync(root, { recursive: true });
  const fresh = mkdtempSync(join(root, `${name}-`));
  await npm(repository, 'pack', '--pack-destination', fresh);
  writeFileSync(join(fresh, 'package.json'), '{ "private": true }\n');
  await npm(fresh, 'install', '--offline', `./manyheads-${packageJson.version}.tgz`);
  try {
    renameSync(fresh, folder);
  } catch {
    rmSync(fresh, { recursive: true }); // another test file was first
  }
  for (const old of readdirSync(root).filter((other) => !other.startsWith(name))) {
    rmSync(join(root, old), { recursive: true, force: true });
  }
  return folder;
}

function npm(folder, ...args) {
  return runFile('npm', [...args, '--silent', '--no-audit', '--no-fund'], { cwd: folder });
}

/** Of all that goes into the package. */
function fingerprint() {
  const dist = join(repository, 'dist');
  const files = readdirSync(dist, { recursive: true }).map((name) => join('dist', name));
  return sha256(
    ...['package.json', 'README.md', ...files.sort()]
      .map((name) => join(repository, name))
      .filter((path) => statSync(path).isFile())
      .flatMap((path) => [path, readFileSync(path)]),
  );
}

function sha256(...parts) {
  const hash = createHash('sha256');
  parts.forEach((part) => hash.update(part));
  return hash.digest('hex').slice(0, 16);
}
