/** Files of tensors, in the safetensors format: the header's length, the header as JSON, the data. */

interface Entry {
  readonly data_offsets: readonly [begin: number, end: number];
}

/**
 * A copy of a file in which some float32 tensors have other values, and everything else is as it was.
 *
 * @throws RangeError for a name that the file lacks, or another number of values
 */
export function replaceTensors(
  file: Uint8Array,
  tensors: Readonly<Record<string, Float32Array>>,
): Uint8Array {
  const copy = file.slice();
  const view = new DataView(copy.buffer);
  const start = 8 + Number(view.getBigUint64(0, true));
  const header = JSON.parse(new TextDecoder().decode(copy.subarray(8, start))) as Readonly<
    Record<string, Entry>
  >;
  for (const [name, values] of Object.entries(tensors)) {
    const [begin, end] = header[name]?.data_offsets ?? [0, 0];
    if (end - begin !== values.byteLength) throw new RangeError(`${name} has other sizes`);
    values.forEach((value, i) => view.setFloat32(start + begin + 4 * i, value, true));
  }
  return copy;
}
