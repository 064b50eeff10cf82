/** The bytes of a file that was inlined by deflated.mjs. */
export async function inflate(text: string): Promise<Uint8Array> {
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
