/** Runs programs for the commands; Node's own modules only, since they start before `npm ci`. */
import { spawn, spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { availableParallelism } from 'node:os';
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

/** Runs a program with the terminal's own output; throws where it fails. */
export function run(program, args, env = {}) {
  const { status, signal, error } = spawnSync(program, args, {
    cwd: repository,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0) throw new CommandFailed(program, args, error?.message ?? signal ?? status);
}

/** As `run`, but what it prints is shown only where it fails. */
export function runQuietly(program, args) {
  const { status, signal, error, stdout, stderr } = spawnSync(program, args, {
    cwd: repository,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  if (status === 0) return;
  process.stderr.write(`${stdout ?? ''}${stderr ?? ''}`);
  throw new CommandFailed(program, args, error?.message ?? signal ?? status);
}

/** Shows what a program prints as it comes; resolves to all of it and whether the program failed. */
export function stream(program, args) {
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(program, args, { cwd: repository, stdio: ['ignore', 'pipe', 'pipe'] });
    const show = (stream) => (chunk) => {
      output += chunk;
      stream.write(chunk);
    };
    child.stdout.setEncoding('utf8').on('data', show(process.stdout));
    child.stderr.setEncoding('utf8').on('data', show(process.stderr));
    child.on('error', (error) => resolve({ output: `${output}${error.message}`, failed: true }));
    child.on('close', (status) => resolve({ output, failed: status !== 0 }));
  });
}

export class CommandFailed extends Error {
  constructor(program, args, reason) {
    super(`${[program, ...args].join(' ')} failed (${reason})`);
  }
}

/** Ends a command whose step failed with its message instead of a stack. */
export async function main(command) {
  try {
    await command();
  } catch (error) {
    console.error(error instanceof CommandFailed ? error.message : error);
    process.exitCode = 1;
  }
}
