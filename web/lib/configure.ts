import { className } from '../../emscripten/package/class-name.js';
import type { Engine, LoadOptions } from '../../emscripten/package/contract.js';
import { ConfigError } from '../../emscripten/package/errors.js';
import { isWasmSource } from '../../emscripten/package/wasm-source.js';

/** Where elements find the files of the package that they load later. */
export interface ElementsConfiguration {
  /** The core, as `load({ wasm })` takes it. */
  wasm?: NonNullable<LoadOptions['wasm']>;
  /** The address of the folder with the workers' scripts and both .wasm files, as in `dist/`. */
  workers?: string | URL;
}

/** All doors on a page share it, with the engine that its `wasm` gives. */
export const configuration: ElementsConfiguration & { engine?: Promise<Engine> } = {};

/** For each setting, what it must be, and whether a value is that. */
const settings: Record<string, [wanted: string, fits: (value: unknown) => boolean]> = {
  wasm: ['a URL, bytes or a WebAssembly.Module', isWasmSource],
  workers: ['the address of a folder', isAddress],
};

/**
 * Tells elements where these files are, if not next to the package's modules. Call it before the
 * first element is on the page: what is loaded already stays.
 * @throws ConfigError whose `field` is the setting: an unknown one, or one of a wrong type
 */
export function configure(given: ElementsConfiguration) {
  if (typeof given !== 'object' || given === null) {
    throw new ConfigError('configure: settings must be an object', 'settings');
  }
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(settings, name)) {
      throw new ConfigError(`configure: there is no '${name}'`, name);
    }
    const [wanted, fits] = settings[name]!;
    if (value !== undefined && !fits(value)) {
      throw new ConfigError(`configure: ${name} must be ${wanted}`, name);
    }
  }
  const { wasm, workers } = given;
  if (wasm !== undefined) {
    configuration.wasm = wasm;
    delete configuration.engine;
  }
  if (workers !== undefined) configuration.workers = workers;
}

function isAddress(value: unknown): boolean {
  if (typeof value === 'object') return value !== null && className(value) === 'URL';
  return typeof value === 'string';
}
