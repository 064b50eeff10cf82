/** Finds, compiles and starts the WebAssembly module. Errors say what is missing. */
import createModule, { type MainModule } from '../../build/wasm/manyheads.mjs';
import { className } from './class-name.js';
import type { Engine, LoadOptions } from './contract.js';
import { createEngine } from './engine.js';
import { ManyheadsError, OutOfMemoryError, UnsupportedError } from './errors.js';
import { readBytes } from './reading.js';
import { refuse, settings, type Check } from './settings.js';
import { wasmOptions, type WasmOption } from './wasm-option.js';

const source: Check<WasmOption> = (value, name) =>
  wasmOptions.includes(className(value))
    ? (value as WasmOption)
    : refuse(value, name, 'a URL, bytes or a WebAssembly.Module');

/** Creates the functions of an entry of the package. Entries differ in where the .wasm is. */
export function createLoad(defaultWasm: () => WasmOption) {
  const sourceIn = (options?: LoadOptions) => settings('options', options, { wasm: source }).wasm;
  const compileDefault = once(() => compile(defaultWasm()));
  const startDefault = once(async () => start(await compileDefault()));
  return {
    async load(options?: LoadOptions): Promise<Engine> {
      const wasm = sourceIn(options);
      return wasm === undefined ? startDefault() : start(await compile(wasm));
    },
    async loadModule(options?: LoadOptions): Promise<WebAssembly.Module> {
      const wasm = sourceIn(options);
      return wasm === undefined ? compileDefault() : compile(wasm);
    },
  };
}

/** Calls `make` once; again after it has failed. */
function once<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let made: Promise<Made> | undefined;
  return () =>
    (made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    }));
}

async function start(module: WebAssembly.Module): Promise<Engine> {
  try {
    return createEngine(await instantiate(module), module);
  } catch (cause) {
    if (cause instanceof RangeError && /memory/iu.test(cause.message)) {
      throw new OutOfMemoryError('load: no memory for another engine', { cause });
    }
    // A damaged file may compile but then fail anywhere with any error.
    const message =
      'load: the WebAssembly module does not start; it is damaged, or of another version';
    throw new ManyheadsError(message, { cause });
  }
}

const instantiate = (module: WebAssembly.Module): Promise<MainModule> =>
  new Promise((resolve, reject) => {
    createModule({
      instantiateWasm(
        imports: WebAssembly.Imports,
        receive: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
      ) {
        WebAssembly.instantiate(module, imports)
          .then((instance) => receive(instance, module))
          .catch(reject);
        return {};
      },
    }).then(resolve, reject);
  });

// Two tiny modules: one uses v128, the other try and catch_all.
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
        `This platform's WebAssembly has no ${feature}. Browsers since 2023 and Node 20 have it.`,
      );
    }
  }
}

async function compile(wasm: WasmOption): Promise<WebAssembly.Module> {
  requireSupport();
  const given = source(await wasm, 'wasm');
  switch (className(given)) {
    case 'WebAssembly.Module':
      return given;
    case 'Response':
      return compileResponse(given as Response, (given as Response).url || 'the response');
    case 'String':
    case 'URL':
      return fetchModule(String(given));
    default:
      return compileBytes(readBytes(given, 'wasm'), 'wasm');
  }
}

/** Timeouts in seconds for the server's answer, and then for the file (0.4 MB, or 0.14 MB compressed). */
const TIMEOUT_SECONDS = { answer: 20, file: 120 };

async function fetchModule(url: string): Promise<WebAssembly.Module> {
  const timeout = new AbortController();
  let [seconds, timer]: [number, ReturnType<typeof setTimeout> | undefined] = [0, undefined];
  const wait = (most: number) => {
    clearTimeout(timer);
    seconds = most;
    timer = setTimeout(() => timeout.abort(), 1000 * most);
  };
  try {
    wait(TIMEOUT_SECONDS.answer);
    return await fetchAndCompile(url, timeout.signal, () => wait(TIMEOUT_SECONDS.file));
  } catch (error) {
    if (!timeout.signal.aborted) throw error;
    const message = `load: ${url} did not come within ${seconds} seconds. Try again`;
    throw new ManyheadsError(message, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

/** @param onAnswer  called when the headers have arrived */
async function fetchAndCompile(
  url: string,
  signal: AbortSignal,
  onAnswer: () => void,
): Promise<WebAssembly.Module> {
  let response: Response;
  try {
    response = await fetchAnywhere(url, signal);
    onAnswer();
  } catch (error) {
    throw new ManyheadsError(
      `load: ${url} could not be fetched (${describeError(error)}). Where fetch cannot read ` +
        `files, import 'manyheads/single', or the file itself: load({ wasm })`,
    );
  }
  return compileResponse(response, url);
}

async function compileResponse(response: Response, url: string): Promise<WebAssembly.Module> {
  if (!response.ok) {
    throw new ManyheadsError(
      `load: ${url} answered ${response.status}. Put manyheads.wasm there, or say where it is: ` +
        `load({ wasm: url })`,
    );
  }
  try {
    // Some servers send another MIME type, which compileStreaming refuses; Node refuses a Response
    // of another realm too.
    const isWasm = response.headers.get('content-type') === 'application/wasm';
    if (isWasm && response instanceof Response) {
      return await WebAssembly.compileStreaming(response);
    }
    return await compileBytes(new Uint8Array(await response.arrayBuffer()), url);
  } catch (error) {
    if (error instanceof ManyheadsError) throw error;
    throw new ManyheadsError(`load: ${url} does not compile: ${describeError(error)}`);
  }
}

/** Like fetch, but in Node also for file: URLs. */
async function fetchAnywhere(url: string, signal: AbortSignal): Promise<Response> {
  const files = url.startsWith('file:') ? globalThis.process?.getBuiltinModule?.('node:fs') : null;
  return files ? new Response(await files.promises.readFile(new URL(url))) : fetch(url, { signal });
}

async function compileBytes(bytes: Uint8Array, source: string): Promise<WebAssembly.Module> {
  const begin = Array.from(bytes.subarray(0, 4), (byte) => byte.toString(16).padStart(2, '0'));
  if (begin.join(' ') !== '00 61 73 6d') {
    // Vite has moved the modules to a folder that is unknown to installed-file.ts.
    const vite = source.includes('/deps/') ? "; Vite: optimizeDeps.exclude: ['manyheads']" : '';
    const text = new TextDecoder().decode(bytes.subarray(0, 100)).trimStart();
    const html = text.startsWith('<') ? `: an HTML page, so probably a wrong address${vite}` : '';
    const found = begin.length > 0 ? `it begins with ${begin.join(' ')}${html}` : 'it is empty';
    throw new ManyheadsError(`load: ${source} is not WebAssembly; ${found}`);
  }
  try {
    return await WebAssembly.compile(bytes as BufferSource);
  } catch (error) {
    throw new ManyheadsError(`load: ${source} does not compile: ${describeError(error)}`);
  }
}

/** The error and its cause, since the message of fetch only says that it failed. */
function describeError(error: unknown): string {
  const cause = (error as { cause?: { message?: unknown } } | null)?.cause?.message;
  return cause ? `${String(error)}: ${String(cause)}` : String(error);
}
