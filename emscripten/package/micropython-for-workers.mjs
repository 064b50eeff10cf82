/**
 * MicroPython's module without the parts for Node: imports, the command-line program and top-level
 * `await`, which classic workers do not allow. Also without the address of its .wasm, which bundlers
 * would copy again: our worker gets the bytes.
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
