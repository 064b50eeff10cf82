import type { LoadOptions } from './contract.js';
import { ConfigError } from './index.js';
import { RemoteConnection, unlessAborted, type EngineThread } from './remote-engine.js';
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

const isSignal = (value: unknown): value is AbortSignal =>
  typeof (value as Partial<AbortSignal> | null)?.throwIfAborted === 'function';

/** The signal, and what loadModule checks, also if it is no object. */
function split(options: RemoteLoadOptions | undefined): Split {
  if (typeof options !== 'object' || options === null || !('signal' in options)) {
    return { signal: undefined, others: options };
  }
  const { signal, ...others } = options;
  if (signal === undefined || isSignal(signal)) return { signal, others };
  throw new ConfigError('signal is not an AbortSignal', 'signal');
}
