import { className } from '../../emscripten/package/class-name.js';
import type { Engine, LoadOptions } from '../../emscripten/package/contract.js';
import { wasmOptions } from '../../emscripten/package/wasm-option.js';

/** Where elements find the files of the package that they load later. */
export interface ElementsConfiguration {
  /** The core, as `load({ wasm })` takes it. */
  wasm?: NonNullable<LoadOptions['wasm']>;
  /** The address of the folder with the workers' scripts and both .wasm files, as in `dist/`. */
  workers?: string | URL;
}

/** All doors on a page share it, with the engine that its `wasm` gives. */
export const configuration: ElementsConfiguration & { engine?: Promise<Engine> } = {};

/** The classes of what each setting may be. */
const classes = new Map<string, readonly string[]>([
  ['wasm', wasmOptions],
  ['workers', ['String', 'URL']],
]);

/**
 * Tells elements where these files are, if not next to the package's modules. Call it before the
 * first element is on the page: what is loaded already stays.
 * @throws ConfigError whose `field` is the setting: an unknown one, or one of a wrong type
 */
export function configure(settings: ElementsConfiguration) {
  for (const [field, value] of Object.entries(Object(settings) as object)) {
    if (value === undefined) continue;
    const type = className(value);
    if (!classes.get(field)?.includes(type)) throw wrong(field, type);
    if (field === 'wasm') delete configuration.engine;
    Object.assign(configuration, { [field]: value as unknown });
  }
}

/** Counts as a ConfigError of every entry. The class itself would make each element larger. */
const wrong = (field: string, type: string) =>
  Object.assign(new TypeError(`configure takes no '${field}' of type ${type}`), {
    name: 'ConfigError',
    code: 'config',
    field,
    [Symbol.for('manyheads.error')]: 'config',
  });
