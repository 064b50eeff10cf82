/** `manyheads/worker` for browsers: an engine in a worker, whose script is a file next to this one. */
import { loadModule } from './index.js';
import { installedFile } from './installed-file.js';
import type { EngineThread } from './remote-engine.js';
import { createRemoteLoad } from './remote-load.js';
import { importing, isForeign } from './start-script.js';

export * from './index.js';
export type {
  Remote,
  RemoteEngine,
  RemoteLoadOptions,
  RemoteTrainer,
  StepsOptions,
  TrainOptions,
} from './remote.js';

const script = () => new URL(/* @vite-ignore */ './engine-worker.js', import.meta.url);

interface Policies {
  createPolicy(
    name: string,
    rules: { createScriptURL: (address: string) => string },
  ): { createScriptURL(address: string): unknown };
}
let policy: ReturnType<Policies['createPolicy']> | undefined;

/** On pages with Trusted Types, the policy is `manyheads-worker`. */
function startScript(address: string): Worker {
  const rules = { createScriptURL: (text: string) => text };
  const { trustedTypes } = globalThis as { trustedTypes?: Policies };
  policy ??= trustedTypes?.createPolicy('manyheads-worker', rules) ?? rules;
  return new Worker(policy.createScriptURL(address) as string);
}

let ownAddress: string | undefined;

/** The address of a script of the page's own that imports ours. All workers share it. */
function importedFrom(address: string): string {
  const text = () => new Blob([importing(address)], { type: 'text/javascript' });
  return (ownAddress ??= URL.createObjectURL(text()));
}

/** In seconds. A script that is empty, or not ours, never answers, and no event says so. */
const ANSWER_TIMEOUT = 120;

function start(): EngineThread {
  const address = installedFile(script()).href;
  const worker = startScript(isForeign(address) ? importedFrom(address) : address);
  return {
    endpoint: worker,
    onEnd(ended) {
      const late = `${address} did not answer within ${ANSWER_TIMEOUT} seconds`;
      const timer = setTimeout(() => ended(late), 1000 * ANSWER_TIMEOUT);
      worker.addEventListener('message', () => clearTimeout(timer), { once: true });
      worker.addEventListener('error', ({ message }) =>
        ended(message || `${address} could not be started`),
      );
    },
    terminate: () => worker.terminate(),
  };
}

/** Each call starts a worker of its own. */
export const load = createRemoteLoad(loadModule, start);
