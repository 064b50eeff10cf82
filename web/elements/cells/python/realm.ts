/** The globals that the worker's code needs, in addition to the language. */
const needed = ['self', 'globalThis', 'crypto', 'performance', 'TextDecoder', 'TextEncoder'];

/** Globals of the language, without access to anything outside. Not `eval` and `Function`. */
const language = [
  ...['undefined', 'NaN', 'Infinity', 'Object', 'Array', 'String', 'Number', 'Boolean', 'Symbol'],
  ...['BigInt', 'Math', 'JSON', 'Date', 'RegExp', 'Map', 'Set', 'WeakMap', 'WeakSet', 'WeakRef'],
  ...['FinalizationRegistry', 'Promise', 'Proxy', 'Reflect', 'Iterator', 'Intl', 'Error'],
  ...['AggregateError', 'EvalError', 'RangeError', 'ReferenceError', 'SyntaxError', 'TypeError'],
  ...['URIError', 'ArrayBuffer', 'DataView', 'Int8Array', 'Uint8Array', 'Uint8ClampedArray'],
  ...['Int16Array', 'Uint16Array', 'Int32Array', 'Uint32Array', 'BigInt64Array', 'BigUint64Array'],
  ...['Float16Array', 'Float32Array', 'Float64Array', 'isNaN', 'isFinite', 'parseInt'],
  ...['parseFloat'],
];

const kept: ReadonlySet<PropertyKey> = new Set([...language, ...needed]);

/** The error types of WebAssembly. Compiling is no longer needed. */
const keptOfWebAssembly: ReadonlySet<PropertyKey> = new Set(['Exception', 'RuntimeError', 'Tag']);

/**
 * Deletes all other globals of this worker: network, storage, workers, timers, future APIs, and all
 * ways to run text as code. Python has no access to JavaScript; this is a second line of defence.
 */
export function stripRealm() {
  for (const made of [() => {}, async () => {}, function* () {}, async function* () {}]) {
    Reflect.deleteProperty(Reflect.getPrototypeOf(made)!, 'constructor');
  }
  const { WebAssembly } = globalThis;
  deleteAllBut(keptOfWebAssembly, WebAssembly);
  for (
    let scope: object | null = globalThis;
    scope && scope !== Object.prototype;
    scope = Reflect.getPrototypeOf(scope)
  ) {
    deleteAllBut(kept, scope);
  }
  // The core needs these to recognise its errors.
  Object.defineProperty(globalThis, 'WebAssembly', { value: WebAssembly });
}

function deleteAllBut(kept: ReadonlySet<PropertyKey>, holder: object) {
  for (const key of Reflect.ownKeys(holder)) {
    if (!kept.has(key)) Reflect.deleteProperty(holder, key);
  }
}
