/**
 * ONNX models as bytes: the few messages of onnx.proto that a graph of float tensors needs, in the
 * wire format of Protocol Buffers. The numbers are the field numbers of onnx.proto.
 */
const FLOAT = 1;
const INT64 = 7;
const encoder = new TextEncoder();

/**
 * @param nodes         as `node` makes them
 * @param inputs        { name: shape }
 * @param outputs       { name: shape }
 * @param initializers  { name: { shape, data } }; a BigInt64Array counts as int64, all else as float
 */
export function onnxModel({ nodes, inputs, outputs, initializers }) {
  const graph = [
    ...nodes.map((bytes) => field(1, bytes)),
    field(2, 'bench'),
    ...Object.entries(initializers).map(([name, tensor]) => field(5, tensorProto(name, tensor))),
    ...Object.entries(inputs).map(([name, shape]) => field(11, valueInfo(name, shape))),
    ...Object.entries(outputs).map(([name, shape]) => field(12, valueInfo(name, shape))),
  ];
  const opset = (domain, version) => field(8, message(field(1, domain), field(2, version)));
  return message(field(1, 8), field(7, message(...graph)), opset('', 17), opset(MICROSOFT, 1));
}

/** The domain of the operators that ONNX Runtime adds to the standard's. */
export const MICROSOFT = 'com.microsoft';

/** @param attributes  { name: whole number, or an array of them }; `domain` names another opset */
export function node(type, inputs, outputs, { domain = '', ...attributes } = {}) {
  return message(
    ...inputs.map((name) => field(1, name)),
    ...outputs.map((name) => field(2, name)),
    field(4, type),
    ...Object.entries(attributes).map(([name, value]) => field(5, attribute(name, value))),
    field(7, domain),
  );
}

function attribute(name, value) {
  const [INT, INTS] = [2, 7];
  return Array.isArray(value)
    ? message(field(1, name), ...value.map((item) => field(8, item)), field(20, INTS))
    : message(field(1, name), field(3, value), field(20, INT));
}

function tensorProto(name, { shape, data }) {
  const type = data instanceof BigInt64Array ? INT64 : FLOAT;
  const raw = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return message(
    ...shape.map((size) => field(1, size)),
    field(2, type),
    field(8, name),
    field(9, raw),
  );
}

function valueInfo(name, shape) {
  const dimensions = shape.map((size) => field(1, message(field(1, size))));
  const tensorType = message(field(1, FLOAT), field(2, message(...dimensions)));
  return message(field(1, name), field(2, message(field(1, tensorType))));
}

/** One field: a number as a varint, text and bytes with their length before them. */
function field(number, value) {
  if (typeof value === 'number') return message(varint(number * 8), varint(value));
  const bytes = typeof value === 'string' ? encoder.encode(value) : value;
  return message(varint(number * 8 + 2), varint(bytes.length), bytes);
}

/** Seven bits a byte, the lowest first; the top bit says that more follow. */
function varint(value) {
  const bytes = [];
  for (; value > 127; value = Math.floor(value / 128)) bytes.push((value % 128) + 128);
  return Uint8Array.of(...bytes, value);
}

function message(...parts) {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}
