/** The globals that the worker's code needs, in addition to the language. */
const workerGlobals = ['self', 'globalThis', 'crypto', 'performance', 'TextDecoder', 'TextEncoder'];

/** Globals of the language, without access to anything outside. Not `eval` and `Function`. */
const languageGlobals = [
  ...['undefined', 'NaN', 'Infinity', 'Object', 'Array', 'String', 'Number', 'Boolean', 'Symbol'],
  ...['BigInt', 'Math', 'JSON', 'Date', 'RegExp', 'Map', 'Set', 'WeakMap', 'WeakSet', 'WeakRef'],
  ...['FinalizationRegistry', 'Promise', 'Proxy', 'Reflect', 'Iterator', 'Intl', 'Error'],
  ...['AggregateError', 'EvalError', 'RangeError', 'ReferenceError', 'SyntaxError', 'TypeError'],
  ...['URIError', 'ArrayBuffer', 'DataView', 'Int8Array', 'Uint8Array', 'Uint8ClampedArray'],
  ...['Int16Array', 'Uint16Array', 'Int32Array', 'Uint32Array', 'BigInt64Array', 'BigUint64Array'],
  ...['Float16Array', 'Float32Array', 'Float64Array', 'isNaN', 'isFinite', 'parseInt'],
  ...['parseFloat'],
];

const allowedGlobals: ReadonlySet<PropertyKey> = new Set([...languageGlobals, ...workerGlobals]);

/** The error types of WebAssembly. Compiling is no longer needed. */
const allowedErrors: ReadonlySet<PropertyKey> = new Set(['Exception', 'RuntimeError', 'Tag']);

/**
 * Deletes all other globals of this worker: network, storage, workers, timers, future APIs, and all
 * ways to run text as code. Python has no access to JavaScript; this is a second line of defence.
 */
export function stripRealm() {
  for (const constructorOf of [() => {}, async () => {}, function* () {}, async function* () {}]) {
    Reflect.deleteProperty(Reflect.getPrototypeOf(constructorOf)!, 'constructor');
  }
  const { WebAssembly } = globalThis;
  deleteAllBut(allowedErrors, WebAssembly);
  for (
    let scope: object | null = globalThis;
    scope && scope !== Object.prototype;
    scope = Reflect.getPrototypeOf(scope)
  ) {
    deleteAllBut(allowedGlobals, scope);
  }
  // The core needs these to recognise its errors.
  Object.defineProperty(globalThis, 'WebAssembly', { value: WebAssembly });
}

function deleteAllBut(allowedGlobals: ReadonlySet<PropertyKey>, holder: object) {
  for (const key of Reflect.ownKeys(holder)) {
    if (!allowedGlobals.has(key)) Reflect.deleteProperty(holder, key);
  }
}
