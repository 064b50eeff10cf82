import type { LoadOptions } from './contract.js';
import {
  readSignal,
  refuseUnknown,
  RemoteConnection,
  unlessAborted,
  type EngineThread,
} from './remote-engine.js';
import type { RemoteEngine, RemoteLoadOptions } from './remote.js';

/** Creates `load` for a door: each call starts a worker of its own. */
export function createRemoteLoad(
  loadModule: (options?: LoadOptions) => Promise<WebAssembly.Module>,
  start: () => EngineThread,
) {
  return async function load(options?: RemoteLoadOptions): Promise<RemoteEngine> {
    const { signal, others } = split(options);
    const module = await unlessAborted(() => loadModule(others), signal);
    const connection = new RemoteConnection(start(), signal);
    try {
      signal?.throwIfAborted();
      return await connection.load(module);
    } catch (error) {
      connection.end(error);
      throw error;
    }
  };
}

interface Split {
  readonly signal: AbortSignal | undefined;
  readonly others: LoadOptions | undefined;
}

/** The signal, and what loadModule checks, also if it is not an object. */
function split(options: RemoteLoadOptions | undefined): Split {
  if (typeof options !== 'object' || options === null)
    return { signal: undefined, others: options };
  refuseUnknown(options, ['wasm', 'signal']);
  const { signal, ...others } = options;
  return { signal: signal === undefined ? signal : readSignal(signal), others };
}
