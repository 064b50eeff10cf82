/** The script of a worker, bundled into one text without imports. */
declare module '*?script' {
  const script: string;
  export default script;
}
