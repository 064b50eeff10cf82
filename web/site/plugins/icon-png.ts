import { crc32, deflateSync } from 'node:zlib';

/** Draws an SVG that has only rectangles, on whole pixels, as a PNG. @param size  in px */
export function pngOf(svg: string, size: number): Uint8Array {
  const [, whole] = /viewBox="0 0 (\d+) \1"/u.exec(svg) ?? [];
  if (whole === undefined) throw new Error('The icon is not a square');
  const rows = Array.from({ length: size }, () => new Uint8Array(1 + 3 * size)); // filter, then RGB
  for (const [, attributes] of svg.matchAll(/<rect\b([^>]*)>/gu)) {
    const { fill, ...box } = readRectangle(attributes!);
    const scaled = Object.values(box).map((length) => (length * size) / Number(whole));
    if (!scaled.every(Number.isInteger))
      throw new Error(`A rectangle has half pixels at ${size} px`);
    const [x, y, width, height] = scaled as [number, number, number, number];
    for (const row of rows.slice(y, y + height)) {
      for (let column = x; column < x + width; column += 1) row.set(fill, 1 + 3 * column);
    }
  }
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, size);
  view.setUint32(4, size);
  header.set([8, 2], 8); // 8 bits each of red, green and blue
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const pixels = deflateSync(Buffer.concat(rows), { level: 9 });
  const chunks = [chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', new Uint8Array())];
  return Buffer.concat([signature, ...chunks]);
}

function readRectangle(attributes: string) {
  const read = (name: string) =>
    new RegExp(`\\b${name}="([^"]*)"`, 'u').exec(attributes)?.[1] ?? '';
  const fill = Array.from(read('fill').matchAll(/[\da-f]{2}/gu), ([hex]) => parseInt(hex, 16));
  const [x, y, width, height] = ['x', 'y', 'width', 'height'].map((name) => Number(read(name)));
  return { x: x!, y: y!, width: width!, height: height!, fill };
}

function chunk(type: string, data: Uint8Array): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, check]);
}
