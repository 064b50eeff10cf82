import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

const patience = 30_000;

/**
 * Starts a program, and waits until it is ready.
 * @param says  what it then prints on the stream `on`
 * @param answers  without `says`: the address at which it then answers
 * @return what it said, and a function that ends it
 */
export async function startProgram(program, args, { says, on = 'stderr', answers, env = {} }) {
  const child = spawn(program, args, { stdio: 'pipe', env: { ...process.env, ...env } });
  let text = '';
  for (const stream of ['stdout', 'stderr']) {
    child[stream].on('data', (part) => {
      if (stream === on) text += part;
    });
  }
  let failure = null;
  child.once('error', (error) => (failure = error));
  for (const start = Date.now(); ; await wait(20)) {
    const said = says
      ? says.exec(text)?.[1]
      : await fetch(answers).then(
          () => '',
          () => undefined,
        );
    if (said !== undefined) return { said, end: () => end(child) };
    if (failure || child.exitCode !== null || Date.now() - start > patience) {
      await end(child);
      throw failure ?? new Error(`${program} does not start: ${text}`);
    }
  }
}

async function end(child) {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill();
  await ended;
}

/** A port that nothing listens at. */
export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}
