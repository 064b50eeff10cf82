/** `manyheads/worker` for Node: the worker's script is inlined, since bundlers move files. */
import { Worker } from 'node:worker_threads';
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs';
import script from './engine-worker.js?script';
import { loadModule } from './index.js';
import type { EngineThread } from './remote-engine.js';
import { createRemoteLoad } from './remote-load.js';

export * from './index.js';

function start(): EngineThread {
  const worker = new Worker(script, { eval: true });
  return {
    endpoint: nodeEndpoint(worker),
    onEnd(ended) {
      worker.on('error', (error) => ended(String(error)));
      worker.on('exit', (code) => ended(`exit code ${code}`));
    },
    terminate: () => void worker.terminate(),
    keepAlive: (isNeeded) => (isNeeded ? worker.ref() : worker.unref()),
  };
}

/** Each call starts a worker of its own. */
export const load = createRemoteLoad(loadModule, start);
