/** The bytes of a file that was inlined by deflated.mjs. */
export async function inflate(text: string): Promise<Uint8Array> {
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  // For tests in Node: jsdom's Blob has no stream, and Jest has no DecompressionStream in jsdom.
  const zlib = globalThis.process?.getBuiltinModule?.('node:zlib');
  if (zlib) return zlib.inflateSync(bytes);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
