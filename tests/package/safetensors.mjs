/** A reader and a writer of safetensors that know nothing of the core's: tests hold it against them. */

/** { metadata, tensors: { name: { dtype, shape, bytes } } } */
export function readSafetensors(file) {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const start = 8 + Number(view.getBigUint64(0, true));
  const header = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(file.slice(8, start)));
  const { __metadata__: metadata, ...entries } = header;
  const tensors = Object.entries(entries).map(
    ([
      name,
      {
        dtype,
        shape,
        data_offsets: [a, b],
      },
    ]) => [name, { dtype, shape, bytes: file.slice(start + a, start + b) }],
  );
  return { metadata, tensors: Object.fromEntries(tensors) };
}

/** @param tensors  { name: { shape, data: Float32Array } } */
export function writeSafetensors(tensors, metadata) {
  const header = metadata ? { __metadata__: metadata } : {};
  let end = 0;
  for (const [name, { shape, data }] of Object.entries(tensors)) {
    const begin = end;
    end += data.byteLength;
    header[name] = { dtype: 'F32', shape, data_offsets: [begin, end] };
  }
  const text = new TextEncoder().encode(JSON.stringify(header));
  const file = new Uint8Array(8 + text.length + end);
  new DataView(file.buffer).setBigUint64(0, BigInt(text.length), true);
  file.set(text, 8);
  let at = 8 + text.length;
  for (const { data } of Object.values(tensors)) {
    file.set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), at);
    at += data.byteLength;
  }
  return file;
}
