/** What `import address from 'manyheads/manyheads.wasm'` gives where a bundler makes it a file. */
declare const address: string;
export default address;
