import type { Engine, LoadOptions } from '../../emscripten/package/contract.js';

/** Where elements find the files of the package that they load later. */
export interface ElementsConfiguration {
  /** The core, as `load({ wasm })` takes it. */
  wasm?: NonNullable<LoadOptions['wasm']>;
  /** The address of the folder with the workers' scripts and both .wasm files, as in `dist/`. */
  workers?: string | URL;
}

/** All doors on a page share it, with the engine that its `wasm` gives. */
export const configuration: ElementsConfiguration & { engine?: Promise<Engine> } = {};

/**
 * Tells elements where these files are, if not next to the package's modules. Call it before the
 * first element is on the page: what is loaded already stays.
 * @throws TypeError for unknown names, and for a folder that is no address
 */
export function configure(settings: ElementsConfiguration) {
  const unknown = Object.keys(settings).find((name) => !/^(wasm|workers)$/u.test(name));
  if (unknown !== undefined) throw new TypeError(`configure: there is no '${unknown}'`);
  const { wasm, workers } = settings;
  if (workers !== undefined && typeof workers !== 'string' && !(workers instanceof URL)) {
    throw new TypeError('configure: workers is the address of a folder');
  }
  if (wasm !== undefined) {
    configuration.wasm = wasm;
    delete configuration.engine;
  }
  if (workers !== undefined) configuration.workers = workers;
}
