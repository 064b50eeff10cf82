/**
 * MicroPython's module without what is Node's: the imports, the program that it is there, and so
 * the `await` at its top, which a classic worker may not have. Nor does it name the address of its
 * .wasm, of which a bundler would make another copy: our worker is given the bytes.
 */
export function micropythonForWorkers() {
  const cuts = [
    [
      /if\(ENVIRONMENT_IS_NODE\)\{const\{createRequire:createRequire\}=.*?import\.meta\.url\)\}/,
      '',
    ],
    [/new URL\("micropython\.wasm",import\.meta\.url\)\.href/, '"micropython.wasm"'],
    [
      /if\(globalThis\.loadMicroPython=loadMicroPython,"object"==typeof process.*?\}\(\)\}/s,
      'var require;',
    ],
  ];
  return {
    name: 'micropython-for-workers',
    transform(code, id) {
      if (!id.endsWith('/micropython.mjs')) return null;
      if (!cuts.every(([part]) => part.test(code))) throw new Error('MicroPython is made anew now');
      return cuts.reduce((rest, [part, instead]) => rest.replace(part, instead), code);
    },
  };
}
