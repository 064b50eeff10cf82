import { fileAsText } from './file-as-text.mjs';

/**
 * `import planes from 'x.safetensors?planes'` gives a file of 32-bit numbers as base64: the first byte
 * of every number, then the second of every number, and so on. The bytes with the exponents are alike,
 * so the text compresses to 6/7 of what the file as it is compresses to.
 */
export const bytePlanes = () =>
  fileAsText('byte-planes', /\.safetensors\?planes$/, (bytes) => {
    const planes = [0, 1, 2, 3].map((plane) => bytes.filter((_, i) => i % 4 === plane));
    return Buffer.concat(planes).toString('base64');
  });
