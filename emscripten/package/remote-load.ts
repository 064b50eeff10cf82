import type { LoadOptions } from './contract.js';
import { RemoteConnection, unlessAborted, type EngineThread } from './remote-engine.js';
import type { RemoteEngine, RemoteLoadOptions } from './remote.js';

/** Creates `load` for a door: each call starts a worker of its own. */
export function createRemoteLoad(
  loadModule: (options?: LoadOptions) => Promise<WebAssembly.Module>,
  start: () => EngineThread,
) {
  return async function load({
    signal,
    ...options
  }: RemoteLoadOptions = {}): Promise<RemoteEngine> {
    const module = await unlessAborted(() => loadModule(options), signal);
    const connection = new RemoteConnection(start());
    signal?.addEventListener('abort', () => connection.end(signal.reason), { once: true });
    try {
      signal?.throwIfAborted();
      return await connection.load(module);
    } catch (error) {
      connection.end(error);
      throw error;
    }
  };
}
