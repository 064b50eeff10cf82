/** The type of `import address from 'manyheads/manyheads.wasm'` in bundlers that emit it as a file. */
declare const address: string;
export default address;
