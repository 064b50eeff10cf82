/** What a worker's code can name, besides the language itself. */
const needed = ['self', 'globalThis', 'crypto', 'performance', 'TextDecoder', 'TextEncoder'];

/** The language: nothing of it reaches anything outside. `eval` and `Function` are not in it. */
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

/** Of WebAssembly, what names errors: nothing is compiled any more. */
const keptOfWebAssembly: ReadonlySet<PropertyKey> = new Set(['Exception', 'RuntimeError', 'Tag']);

/**
 * Takes from this realm all that is on no list: network, storage, other threads, timers, whatever a
 * browser adds one day, and every way to make code of a text. Nothing that runs here needs them any
 * more. Python has no way to JavaScript; this is for the day on which someone finds one.
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
  // The core tells an error of its own from others by these.
  Object.defineProperty(globalThis, 'WebAssembly', { value: WebAssembly });
}

function deleteAllBut(kept: ReadonlySet<PropertyKey>, holder: object) {
  for (const key of Reflect.ownKeys(holder)) {
    if (!kept.has(key)) Reflect.deleteProperty(holder, key);
  }
}
