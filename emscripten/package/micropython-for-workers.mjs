/**
 * MicroPython's module without what is Node's: the imports, the program that it is there, and so
 * the `await` at its top, which a classic worker may not have. Nor does it name the address of its
 * .wasm, of which a bundler would make another copy: our worker is given the bytes.
 */
const cuts = [
  {
    from: 'if(ENVIRONMENT_IS_NODE){const{createRequire',
    to: 'import.meta.url)}',
    put: 'var require;',
  },
  { from: 'new URL("micropython.wasm"', to: '.href', put: '"micropython.wasm"' },
  { from: 'if(globalThis.loadMicroPython=loadMicroPython,', to: '}()}', put: '' },
];

export function micropythonForWorkers() {
  return {
    name: 'micropython-for-workers',
    transform: (code, id) => (id.endsWith('/micropython.mjs') ? cuts.reduce(cut, code) : null),
  };
}

function cut(code, { from, to, put }) {
  const start = code.indexOf(from);
  const end = code.indexOf(to, start);
  if (start < 0 || end < 0) throw new Error(`MicroPython has no ${from} … ${to} any more`);
  return code.slice(0, start) + put + code.slice(end + to.length);
}
