/** Runs programs. Uses only Node's own modules, since commands start before `npm ci`. */
import { spawn, spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { availableParallelism, constants as system, setPriority } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const repository = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
export const jobs = String(availableParallelism());

/** Where a program is in the PATH, or null. */
export function which(program) {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return join(folder, program);
    } catch {
      // not in this folder
    }
  }
  return null;
}

/** Runs a program with output to the terminal; throws if it fails. */
export function run(program, args) {
  const result = spawnSync(program, args, {
    cwd: repository,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (result.status !== 0) throw failureOf(program, args, result);
}

/** Like `run`, but shows the output only if it fails. */
export function runQuietly(program, args) {
  const result = spawnSync(program, args, {
    cwd: repository,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  if (result.status === 0) return;
  process.stderr.write(`${result.stdout ?? ''}${result.stderr ?? ''}`);
  throw failureOf(program, args, result);
}

/** Runs a program and shows its output; resolves to the output and whether it failed. */
export function stream(program, args) {
  return collect(program, args, (chunk, stream) => stream.write(chunk));
}

/** Like `stream`, but shows nothing. @param lowPriority  gives way to all other programs */
export function capture(program, args, { lowPriority = false } = {}) {
  return collect(program, args, () => {}, lowPriority);
}

function collect(program, args, show, lowPriority = false) {
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(program, args, { cwd: repository, stdio: ['ignore', 'pipe', 'pipe'] });
    if (lowPriority && child.pid) setPriority(child.pid, system.priority.PRIORITY_LOW);
    const add = (stream) => (chunk) => {
      output += chunk;
      show(chunk, stream);
    };
    child.stdout.setEncoding('utf8').on('data', add(process.stdout));
    child.stderr.setEncoding('utf8').on('data', add(process.stderr));
    child.on('error', (error) => resolve({ output: `${output}${error.message}`, failed: true }));
    child.on('close', (status) => resolve({ output, failed: status !== 0 }));
  });
}

/** An error that the user can fix. Its message is shown without a stack. */
export class Failure extends Error {}

const failureOf = (program, args, { error, signal, status }) =>
  new Failure(`${[program, ...args].join(' ')} failed (${error?.message ?? signal ?? status})`);

/** Runs a command; the process fails if it throws. */
export async function main(command) {
  try {
    await command();
  } catch (error) {
    console.error(error instanceof Failure ? error.message : error);
    process.exitCode = 1;
  }
}
