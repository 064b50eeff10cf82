import { load, loadModule as compile, type Engine } from '../../emscripten/package/index.js';
import { configuration } from './configure.js';

/** The engine of all elements on the page. After a failure, the next call tries again. */
export async function loadEngine(): Promise<Engine> {
  const { wasm } = configuration;
  if (wasm === undefined) return load();
  configuration.engine ??= load({ wasm });
  try {
    return await configuration.engine;
  } catch (error) {
    delete configuration.engine;
    throw error;
  }
}

/** The compiled core, for workers. It starts no engine on the page unless `configure` named the wasm. */
export const loadModule = async (): Promise<WebAssembly.Module> =>
  configuration.wasm === undefined ? compile() : (await loadEngine()).module;
