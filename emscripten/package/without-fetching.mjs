/** Code of the glue that nothing uses, since the loader always passes a compiled module. */
const unused = {
  'fetches its module': /wasmBinaryFile\?\?=findWasmBinary\(\);instantiateAsync\(.*?\);/,
  'finds its own address':
    /if\(ENVIRONMENT_IS_WEB\|\|ENVIRONMENT_IS_WORKER\)\{.*?\}else\{\}(?=var out=)/,
  'asks the page for its address':
    / = typeof document != 'undefined' \? document\.currentScript\?\.src : undefined/,
  'writes to the console': /var out=console\.log\.bind\(console\);/,
};

/** Removes this code. */
export function withoutFetching() {
  return {
    name: 'without-fetching',
    transform(code, id) {
      if (!id.endsWith('/manyheads.mjs')) return null;
      return Object.entries(unused).reduce((rest, [what, pattern]) => {
        if (!pattern.test(rest)) throw new Error(`The glue ${what} in another way now`);
        return rest.replace(pattern, '');
      }, code);
    },
  };
}
