import { describe, test } from 'node:test';
import { goldenCases, goldenFiles } from './golden.mjs';
import { engine } from './installed.mjs';
import { assertClose, toNested } from './tensors.mjs';

for (const file of goldenFiles('attention_')) {
  describe(`PyTorch's answers in ${file}`, () => {
    for (const golden of goldenCases(file)) {
      test(golden.name, () => runCase(golden, (tensor) => tensor));
      test(`${golden.name}, as nested arrays`, () => runCase(golden, toNested));
    }
  });
}

/** @param given  the form in which tensors go in */
function runCase({ config, inputs, options, expected }, given) {
  const { x, context, keys, values, ...weights } = mapped(inputs, given);
  using(engine.attention(config, weights), (layer) => {
    const all = {
      ...mapped(options, (option) => (option.shape ? given(option) : option)),
      context,
      keys,
      values,
    };

    assertClose(layer.forward(x, all), expected.output);
    assertClose(layer.forward(x, { ...all, kernel: 'fused' }), expected.output);
    const trace = layer.trace(x, all);
    assertClose(trace.output, expected.output);
    assertClose(trace.weights, expected.weights);
    if (expected.output.shape[0] === 1) {
      const rows = layer.forward(given(withoutBatch(inputs.x)), all);
      assertClose(rows, withoutBatch(expected.output));
    }
  });
}

const withoutBatch = ({ shape, data }) => ({ shape: shape.slice(1), data });

const mapped = (object, change) =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));

function using(layer, body) {
  try {
    body(layer);
  } finally {
    layer.dispose();
  }
}
