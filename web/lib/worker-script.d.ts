/** A worker's module, bundled into one script without imports. */
declare module '*?script' {
  const script: string;
  export default script;
}
