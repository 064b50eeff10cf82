/** Reads tests/golden: cases with tensors that are stored, or drawn as its README says. */
import { readdirSync, readFileSync } from 'node:fs';

const folder = new URL('../golden/', import.meta.url);

export function goldenFiles(prefix) {
  return readdirSync(folder).filter((name) => name.startsWith(prefix) && name.endsWith('.json'));
}

/** The cases of a file, their keys and names of settings in JavaScript's spelling. */
export function goldenCases(file) {
  return inJavaScript(JSON.parse(readFileSync(new URL(file, folder), 'utf8'))).cases;
}

function inJavaScript(value) {
  if (Array.isArray(value)) return value.map(inJavaScript);
  if (typeof value !== 'object' || value === null) return value;
  if ('shape' in value) return tensor(value);
  const renamed = (key) => key.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [renamed(key), inJavaScript(inner)]),
  );
}

function tensor({ shape, data, seed, stream, std, set = [] }) {
  const count = shape.reduce((product, size) => product * size, 1);
  const values = data ? Float32Array.from(data, number) : drawn(count, seed, stream, std);
  for (const [index, value] of set) values[index] = number(value);
  return { shape, data: values };
}

function number(value) {
  return { nan: NaN, inf: Infinity, '-inf': -Infinity }[value] ?? value;
}

const scramble = (bits) => {
  bits = BigInt.asUintN(64, (bits ^ (bits >> 30n)) * 0xbf58476d1ce4e5b9n);
  bits = BigInt.asUintN(64, (bits ^ (bits >> 27n)) * 0x94d049bb133111ebn);
  return bits ^ (bits >> 31n);
};

/** splitmix64 and Box-Muller, the core's fill_normal. */
function drawn(count, seed, stream, std) {
  let state = scramble(BigInt(seed) ^ scramble(BigInt(stream)));
  const uniform = () => {
    state = BigInt.asUintN(64, state + 0x9e3779b97f4a7c15n);
    return Number(scramble(state) >> 11n) / 2 ** 53;
  };
  const values = new Float32Array(count);
  for (let i = 0; i < count; i += 2) {
    const radius = std * Math.sqrt(-2 * Math.log(1 - uniform()));
    const angle = 2 * Math.PI * uniform();
    values[i] = radius * Math.cos(angle);
    if (i + 1 < count) values[i + 1] = radius * Math.sin(angle);
  }
  return values;
}
