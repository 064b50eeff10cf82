/**
 * MicroPython without access to JavaScript. Its npm package gives Python all of JavaScript (`js`,
 * `jsffi`, attributes of returned objects). Here its WebAssembly module gets only the listed imports.
 * Of those that reach JavaScript objects, only a few with text and numbers work. Python can write
 * anywhere in its memory and so call any import with any arguments, so all checks are on this side.
 */

/** The parts of MicroPython's module that are used. Sizes and addresses are in bytes. */
interface MicroPythonModule {
  readonly FS: { mkdirTree(path: string): void; writeFile(path: string, text: string): void };
  ccall(
    name: string,
    returns: string,
    types: readonly string[],
    parameters: readonly unknown[],
  ): number;
  getValue(address: number, type: 'i32'): number;
  setValue(address: number, value: number, type: 'i32'): void;
  UTF8ToString(address: number, length: number): string;
  stringToUTF8(text: string, address: number, room: number): void;
  lengthBytesUTF8(text: string): number;
  _malloc(size: number): number;
  _free(address: number): void;
}
type Import = (...parameters: number[]) => number | void;
type Imports = Record<string, Import>;
export type CreateMicroPython = (options: {
  stdin: () => null;
  stdout: (byte: number) => void;
  stderr: (byte: number) => void;
  instantiateWasm(
    imports: { env: Imports },
    receive: (instance: WebAssembly.Instance) => void,
  ): object;
}) => Promise<MicroPythonModule>;

/** The functions of Python's module `_core`. They must not throw. */
export interface Core {
  call(request: string): string;
  take(result: number, address: number): void;
  /** Whether Python may take a reference to the engine's object with this number, only once. */
  hold(object: number): boolean;
  /** Python has released the object. */
  close(object: number): void;
}

interface Interpreter {
  /** Imports a Python module and returns its function `name`, from strings to a string. */
  function(module: string, name: string): (...parameters: string[]) => string;
}

/** How values are passed: a kind, then a number, or a text's length and address. */
const kinds = { exception: -1, number: 3, text: 5, callable: 6 } as const;
const kindsToPython = { undefined: 0, none: 1, text: 5, object: 7 } as const;
const valueBytes = 12;

/** The numbers by which Python refers to JavaScript objects. */
const refs = { core: 2, call: 3, take: 4, hold: 5, firstObject: 100 } as const;

/** The imports that do not reach JavaScript objects: clocks, files in memory, the heap. */
const harmlessImports =
  /^(?:__syscall_\w+|fd_\w+|invoke_\w+|_abort_js|_emscripten_throw_longjmp|emscripten_resize_heap|mp_js_random_u32|mp_js_ticks_ms|mp_js_time_ms)$/u;

/** Limits for files, which are in memory. */
const fileLimits = { bytes: 4 * 2 ** 20, made: 200 } as const;

class OutOfReachError extends Error {
  override name = 'OutOfReachError';
}

/**
 * @param makeCore  called with the interpreter's memory, whose buffer changes when it grows
 * @param write  called with each printed byte
 */
export async function makeInterpreter(
  create: CreateMicroPython,
  wasm: WebAssembly.Module,
  sizes: { readonly heap: number; readonly stack: number },
  sources: Readonly<Record<string, string>>,
  makeCore: (memory: WebAssembly.Memory) => Core,
  write: (byte: number) => void,
): Promise<Interpreter> {
  let core: Core;
  const python = await new Promise<MicroPythonModule>((resolve, reject) => {
    const instantiateWasm = (
      { env }: { env: Imports },
      receive: (instance: WebAssembly.Instance) => void,
    ) => {
      const own = outsideImports(() => ({ python, core }));
      const parameters = { ...limitFiles(selectImports(env, own), () => python), ...own };
      WebAssembly.instantiate(wasm, { env: parameters, wasi_snapshot_preview1: parameters })
        .then((instance) => {
          core = makeCore(instance.exports['memory'] as WebAssembly.Memory);
          receive(instance);
        })
        .catch(reject);
      return {};
    };
    create({ instantiateWasm, stdin: () => null, stdout: write, stderr: () => {} }).then(
      resolve,
      reject,
    );
  });
  const { FS, ccall, getValue } = python;
  ccall('mp_js_init', 'null', ['number', 'number'], [sizes.stack, sizes.heap]);
  ccall('proxy_c_init', 'null', [], []);
  for (const [path, text] of Object.entries(sources)) {
    FS.mkdirTree(path.slice(0, path.lastIndexOf('/')));
    FS.writeFile(path, text);
  }
  const place = python._malloc(valueBytes);
  put(python, place, kindsToPython.object, refs.core);
  ccall('mp_js_register_js_module', 'null', ['string', 'pointer'], ['_core', place]);
  python._free(place);

  /** Calls a function of MicroPython. @return the kind and number of its result */
  const answer = (name: string, types: readonly string[], parameters: readonly unknown[]) => {
    const out = python._malloc(valueBytes);
    ccall(name, 'null', [...types, 'pointer'], [...parameters, out]);
    const [kind, number, address] = [0, 4, 8].map((at) => getValue(out + at, 'i32'));
    python._free(out);
    if (kind === kinds.exception) throw new Error(python.UTF8ToString(address!, number!));
    return { kind, number: number!, address: address! };
  };
  return {
    function(module, name) {
      const { number: from } = answer('mp_js_do_import', ['string'], [module]);
      const found = answer('proxy_c_to_js_lookup_attr', ['number', 'string'], [from, name]);
      if (found.kind !== kinds.callable) throw new Error(`${module} has no function ${name}`);
      return (...texts) => {
        const parameters = python._malloc(valueBytes * texts.length);
        texts.forEach((text, i) => putText(python, parameters + valueBytes * i, text));
        const types = ['number', 'number', 'pointer'];
        const value = answer('proxy_c_to_js_call', types, [found.number, texts.length, parameters]);
        python._free(parameters);
        if (value.kind !== kinds.text) throw new OutOfReachError(`${name} gave no text`);
        return python.UTF8ToString(value.address, value.number);
      };
    },
  };
}

function selectImports(imports: Imports, own: Imports): Imports {
  return Object.fromEntries(
    Object.entries(imports)
      .filter(([name]) => !Object.hasOwn(own, name))
      .map(([name, parameters]) => [
        name,
        harmlessImports.test(name) ? parameters : refuseImport(name),
      ]),
  );
}

/** Only an attack calls these imports, so stop the interpreter and its worker. */
const refuseImport = (name: string) => () => {
  throw new OutOfReachError(`JavaScript is out of reach here (${name})`);
};

/** The only imports that reach outside of Python. */
function outsideImports(
  here: () => { readonly python: MicroPythonModule; readonly core: Core },
): Imports {
  const read = (at: number, kind: number) => {
    const { getValue } = here().python;
    if (getValue(at, 'i32') !== kind) throw new OutOfReachError('No such value crosses');
    return getValue(at + 4, 'i32');
  };
  return {
    lookup_attr(ref, name, out) {
      const { python } = here();
      const text = python.UTF8ToString(name, 8);
      if (ref !== refs.core || (text !== 'call' && text !== 'take' && text !== 'hold')) return 0;
      put(python, out, kindsToPython.object, refs[text]);
      return 1;
    },
    call1(ref, _, parameters, out) {
      const { python, core } = here();
      if (ref === refs.hold) {
        // The object can do nothing in Python, except that freeing it frees the engine's object.
        const object = read(parameters, kinds.number);
        const kind = core.hold(object) ? kindsToPython.object : kindsToPython.none;
        return put(python, out, kind, refs.firstObject + object);
      }
      if (ref !== refs.call) throw new OutOfReachError('No such function');
      const length = read(parameters, kinds.text);
      const request = python.UTF8ToString(python.getValue(parameters + 8, 'i32'), length);
      putText(python, out, core.call(request));
    },
    call2(ref, _, result, address, out) {
      const { python, core } = here();
      if (ref !== refs.take) throw new OutOfReachError('No such function');
      core.take(read(result, kinds.number), read(address, kinds.number));
      put(python, out, kindsToPython.none, 0);
    },
    has_attr: () => 0,
    js_check_existing: () => -1, // JavaScript has no references to Python objects
    proxy_js_free_obj: (ref) => here().core.close(ref - refs.firstObject),
  };
}

/** Limits files, since an endless loop of writes would fill the browser's memory. */
function limitFiles(imports: Imports, python: () => MicroPythonModule): Imports {
  let { bytes, made } = fileLimits as { bytes: number; made: number };
  const full = 51; // ENOSPC, as WASI counts
  const create = 64; // O_CREAT
  const { fd_write, fd_seek, __syscall_openat, __syscall_mkdirat } = imports;
  return {
    ...imports,
    fd_write(file, parts, count, written) {
      const isFile = file > 2;
      if (isFile && bytes < 0) return full;
      const code = fd_write!(file, parts, count, written);
      if (isFile) bytes -= python().getValue(written, 'i32');
      return code;
    },
    fd_seek: (file, offset, from, place) =>
      Math.abs(offset) > fileLimits.bytes ? full : fd_seek!(file, offset, from, place),
    __syscall_openat(folder, path, flags, mode) {
      if (flags & create && --made < 0) return -full;
      return __syscall_openat!(folder, path, flags, mode);
    },
    __syscall_mkdirat: (...parameters) => (--made < 0 ? -full : __syscall_mkdirat!(...parameters)),
  };
}

function put(python: MicroPythonModule, at: number, kind: number, value: number) {
  python.setValue(at, kind, 'i32');
  python.setValue(at + 4, value, 'i32');
}

/** Writes a text. Python frees it. */
function putText(python: MicroPythonModule, at: number, text: string) {
  const length = python.lengthBytesUTF8(text);
  const copy = python._malloc(length + 1);
  if (copy === 0) throw new OutOfReachError('Out of memory');
  python.stringToUTF8(text, copy, length + 1);
  put(python, at, kindsToPython.text, length);
  python.setValue(at + 8, copy, 'i32');
}
