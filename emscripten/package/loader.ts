/** Finds, compiles and starts the WebAssembly module, and says plainly what is missing. */
import createModule, { type MainModule } from '../../build/wasm/manyheads.mjs';
import type { Engine, LoadOptions } from './contract.js';
import { createEngine } from './engine.js';
import { ConfigError, ManyheadsError, UnsupportedError } from './errors.js';
import { anything, settings, shown } from './settings.js';

type WasmSource = NonNullable<LoadOptions['wasm']>;

/** `load` of a door of the package; they differ in where the .wasm is. */
export function createLoad(defaultWasm: () => WasmSource) {
  let shared: Promise<Engine> | undefined;
  return async function load(options?: LoadOptions): Promise<Engine> {
    const { wasm } = settings('options', options, { wasm: anything });
    if (wasm !== undefined) return start(wasm);
    shared ??= start(defaultWasm());
    try {
      return await shared;
    } catch (error) {
      shared = undefined; // so that a later call may try again
      throw error;
    }
  };
}

async function start(wasm: unknown): Promise<Engine> {
  requireSupport();
  const module = await compile(wasm);
  const raw = await new Promise<MainModule>((resolve, reject) => {
    createModule({
      instantiateWasm(
        imports: WebAssembly.Imports,
        receive: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
      ) {
        WebAssembly.instantiate(module, imports).then((instance) => receive(instance, module), reject);
        return {};
      },
    }).then(resolve, reject);
  }).catch((error: unknown) => {
    throw new ManyheadsError(`load: the WebAssembly module does not start: ${String(error)}`);
  });
  return createEngine(raw);
}

// A module whose one function uses v128, and one that uses try and catch_all.
const SIMD_PROBE = [
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15,
  253, 98, 11,
];
const EXCEPTIONS_PROBE = [
  0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 10, 8, 1, 6, 0, 6, 64, 25, 11, 11,
];

function requireSupport(): void {
  if (typeof WebAssembly === 'undefined') {
    throw new UnsupportedError('This platform has no WebAssembly, or it is switched off.');
  }
  for (const [feature, probe] of [
    ['SIMD', SIMD_PROBE],
    ['exception handling', EXCEPTIONS_PROBE],
  ] as const) {
    if (!WebAssembly.validate(new Uint8Array(probe))) {
      throw new UnsupportedError(
        `This platform's WebAssembly has no ${feature}. Browsers since 2022 and Node 20 have it.`,
      );
    }
  }
}

async function compile(wasm: unknown): Promise<WebAssembly.Module> {
  if (wasm instanceof WebAssembly.Module) return wasm;
  if (wasm instanceof ArrayBuffer || wasm instanceof Uint8Array) {
    return compileBytes(wasm, 'the bytes given as wasm');
  }
  if (typeof wasm === 'string' || wasm instanceof URL) return fetchModule(String(wasm));
  throw new ConfigError(
    `wasm is ${shown(wasm)}, wanted a URL, bytes or a WebAssembly.Module`,
    'wasm',
  );
}

async function fetchModule(url: string): Promise<WebAssembly.Module> {
  let response: Response;
  try {
    response = await fetch(url);
  } catch (error) {
    throw new ManyheadsError(
      `load: ${url} could not be fetched (${String(error)}). Where fetch cannot read files, ` +
        `import 'manyheads/single', or pass the file's bytes: load({ wasm: bytes })`,
    );
  }
  if (!response.ok) {
    throw new ManyheadsError(
      `load: ${url} answered ${response.status}. Put manyheads.wasm there, or say where it is: ` +
        `load({ wasm: url })`,
    );
  }
  // Some servers send another MIME type, which compileStreaming refuses.
  if (response.headers.get('content-type') === 'application/wasm') {
    return WebAssembly.compileStreaming(response);
  }
  return compileBytes(await response.arrayBuffer(), url);
}

async function compileBytes(
  bytes: ArrayBuffer | Uint8Array,
  source: string,
): Promise<WebAssembly.Module> {
  const view = new Uint8Array(bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes));
  const begin = Array.from(view.subarray(0, 4), (byte) => byte.toString(16).padStart(2, '0'));
  if (begin.join(' ') !== '00 61 73 6d') {
    const html = begin[0] === '3c' ? ': an HTML page, so probably a wrong address' : '';
    throw new ManyheadsError(
      `load: ${source} is not WebAssembly; it begins with ${begin.join(' ')}${html}`,
    );
  }
  try {
    return await WebAssembly.compile(view);
  } catch (error) {
    throw new ManyheadsError(`load: ${source} does not compile: ${String(error)}`);
  }
}
