/** Layers that come out of checkpoints and go into them. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { afterEach, describe, test } from 'node:test';
import { runInNewContext } from 'node:vm';
import { expectError, expectRejection } from './expect-error.mjs';
import { goldenCases } from './golden.mjs';
import { engine } from './installed.mjs';
import { readSafetensors, writeSafetensors } from './safetensors.mjs';
import { assertClose, randomNormal } from './tensors.mjs';

const golden = (name) => readFileSync(new URL(`../golden/${name}`, import.meta.url));
const saved = engine.attention({ dModel: 6, numHeads: 2, bias: true, seed: 3 }).save();
const { handles } = engine.memory();
afterEach(() => assert.equal(engine.memory().handles, handles, 'a layer was left over'));

function withLayer(layer, use) {
  try {
    return use(layer);
  } finally {
    layer.dispose();
  }
}

const load = (bytes, options) => engine.attentionFromCheckpoint(bytes, options);

describe("a layer of another library's checkpoint gives PyTorch's output", () => {
  for (const { name, file, naming, layer, config, x, causal, expected } of goldenCases(
    'checkpoints.json',
  )) {
    test(name, () => {
      const options = { naming, layer, config: { numHeads: config.numHeads } };
      withLayer(load(golden(file), options), (loaded) => {
        assert.equal(loaded.config.numKvHeads, config.numKvHeads);
        assert.equal(loaded.config.dHead, config.dHead);
        assertClose(loaded.forward(x, { causal }), expected.output);
      });
    });
  }
});

describe('a saved layer', () => {
  for (const config of [
    { dModel: 6, numHeads: 2 },
    { dModel: 5, numHeads: 4, numKvHeads: 2, dHead: 3, bias: true, seed: 9 },
    { dModel: 6, numHeads: 3, scale: 'none', combine: 'mean', tieHeads: true, bias: true },
    { dModel: 6, numHeads: 3, positions: 'alibi' },
    { dModel: 6, numHeads: 3, scale: 'sqrt-d-model', outputProjection: false, seed: 2 ** 53 - 1 },
  ]) {
    test(`comes back as it was: ${JSON.stringify(config)}`, () => {
      withLayer(engine.attention(config), (layer) => {
        withLayer(load(layer.save(), { layer: 0 }), (back) => {
          assert.deepEqual(back.config, layer.config);
          assert.deepEqual(back.weights(), layer.weights());
        });
      });
    });
  }

  test('keeps every bit, also of numbers that are not finite', () => {
    const bits = Uint32Array.of(0x7fc12345, 0xff800000, 0x80000000, 1);
    const wq = { shape: [2, 2], data: new Float32Array(bits.buffer) };
    withLayer(engine.attention({ dModel: 2, numHeads: 1 }, { wq }), (layer) => {
      withLayer(load(layer.save(), { layer: 0 }), (back) => {
        assert.deepEqual(new Uint32Array(back.weights().wq.data.buffer), bits);
      });
    });
  });

  test('is a file that other readers accept, with the same bytes every time', () => {
    withLayer(engine.attention({ dModel: 6, numHeads: 2, bias: true, seed: 3 }), (layer) => {
      const { metadata, tensors } = readSafetensors(layer.save());

      assert.deepEqual(layer.save(), saved);
      assert.equal(metadata.format, 'manyheads');
      assert.equal(metadata['layers.0.attention.num_heads'], '2');
      assert.equal(
        Object.values(metadata).every((value) => typeof value === 'string'),
        true,
      );
      for (const [name, { shape, data }] of Object.entries(layer.weights())) {
        const { dtype, bytes, ...found } = tensors[`layers.0.attention.${name}`];
        assert.equal(dtype, 'F32');
        assert.deepEqual(found.shape, shape);
        assert.deepEqual(new Float32Array(bytes.buffer), data);
      }
      assert.equal(Object.keys(tensors).length, 8);
    });
  });

  test('has tensors that begin at a multiple of eight bytes', () => {
    assert.equal(new DataView(saved.buffer).getBigUint64(0, true) % 8n, 0n);
    assert.equal(saved.byteLength, saved.buffer.byteLength);
  });
});

describe('our names', () => {
  test('of a file without metadata need the number of heads', () => {
    const weights = Object.fromEntries(
      ['wq', 'wk', 'wv', 'wo'].map((name) => [`layers.2.attention.${name}`, randomNormal([4, 4])]),
    );
    const file = writeSafetensors(weights);

    expectError(() => load(file, { layer: 2 }), { is: 'ConfigError', field: 'numHeads' });
    withLayer(load(file, { layer: 2, config: { numHeads: 2, scale: 'none' } }), (layer) => {
      assert.equal(layer.config.scale, 'none');
      assert.deepEqual(layer.weights().wq, weights['layers.2.attention.wq']);
    });
  });
});

describe('what does not fit is said', () => {
  const gpt2 = golden('gpt2_f32.safetensors');

  test('a missing layer: the error lists the layers in the file', () => {
    assert.throws(() => load(gpt2, { layer: 2, naming: 'gpt2', config: { numHeads: 2 } }), {
      name: 'FormatError',
      message:
        "checkpoint: there is no tensor 'h.2.attn.c_attn.weight', with or without transformer. " +
        'before it; 2 layers have one, 0 to 1',
    });
  });

  test('a configuration that contradicts the names', () => {
    expectError(() => load(gpt2, { layer: 0, naming: 'gpt2', config: { bias: false } }), {
      is: 'ConfigError',
      field: 'bias',
      says: 'bias is false in config, but true',
    });
    expectError(() => load(saved, { layer: 0, config: { numHeads: 3 } }), {
      is: 'ConfigError',
      field: 'numHeads',
      says: "numHeads is 3 in config, but 2 by the checkpoint's metadata",
    });
  });

  test('a configuration that contradicts the shapes', () => {
    assert.throws(
      () => load(gpt2, { layer: 0, naming: 'gpt2', config: { numHeads: 2, dModel: 8 } }),
      {
        name: 'ShapeError',
        argument: 'transformer.h.0.attn.c_attn.weight',
        axis: 0,
        expected: '8',
        actual: '6',
        message: /^checkpoint: 'transformer\.h\.0\.attn\.c_attn\.weight' \[6, 18\].*for dModel 8/,
      },
    );
  });

  test('the offset of what is wrong', () => {
    for (const [change, offset, says] of [
      [(bytes) => bytes.subarray(0, 5), 5, 'the file ends within'],
      [(bytes) => bytes.fill(255, 0, 8), 0, 'at most 100000000'],
      [(bytes) => bytes.fill(0x58, 8, 9), 8, "wanted '{', found 'X'"],
      [(bytes) => bytes.subarray(0, bytes.length - 1), undefined, 'bytes of data'],
      [() => new Uint8Array(), 0, 'the file ends within'],
    ]) {
      const bytes = change(Uint8Array.from(saved));
      assert.throws(
        () => load(bytes, { layer: 0 }),
        (error) => {
          assert.equal(error.name, 'FormatError');
          assert.equal(error.offset, offset ?? error.offset);
          assert.equal(error.column, undefined);
          assert.ok(error.message.includes(`byte ${error.offset}`));
          assert.ok(error.message.includes(says), error.message);
          return true;
        },
      );
    }
  });

  test('a shape text keeps its column', () => {
    expectError(() => engine.shapes.parse('[B,', { B: 2 }), { is: 'FormatError', column: 1 });
  });
});

describe('arguments', () => {
  test('anything but a Uint8Array or an ArrayBuffer is refused', () => {
    for (const bytes of [
      undefined,
      null,
      'abc',
      [1, 2],
      new DataView(saved.buffer),
      new Uint8ClampedArray(8),
      new Float32Array(8),
      new Proxy(saved, {}),
      Object.create(Uint8Array.prototype),
      { length: 3, 0: 1, [Symbol.toStringTag]: 'Uint8Array' },
    ]) {
      expectError(() => load(bytes, { layer: 0 }), { is: 'ConfigError', field: 'bytes' });
    }
  });

  test('options are checked', () => {
    for (const [options, field] of [
      [undefined, 'layer'],
      [{}, 'layer'],
      [{ layer: undefined }, 'layer'],
      [{ layer: '0' }, 'layer'],
      [{ layer: -1 }, 'layer'],
      [{ layer: 0.5 }, 'layer'],
      [{ layer: NaN }, 'layer'],
      [{ layer: 0, naming: 'bert' }, 'naming'],
      [{ layer: 0, config: 4 }, 'config'],
      [{ layer: 0, config: { heads: 4 } }, 'heads'],
      [{ layer: 0, config: { numHeads: 0 } }, 'numHeads'],
      [{ layer: 0, layers: 1 }, 'layers'],
    ]) {
      expectError(() => load(saved, options), { is: 'ConfigError', field });
    }
  });

  test('bytes that lie within a larger buffer are read', () => {
    const larger = new Uint8Array(saved.length + 7);
    larger.set(saved, 3);

    load(larger.subarray(3, 3 + saved.length), { layer: 0 }).dispose();
    load(Buffer.from(saved), { layer: 0 }).dispose();
    const shared = new Uint8Array(new SharedArrayBuffer(saved.length));
    shared.set(saved);
    load(shared, { layer: 0 }).dispose();
    const foreign = runInNewContext('Uint8Array').from(saved);
    load(foreign, { layer: 0, naming: undefined, config: undefined }).dispose();
  });

  test('an ArrayBuffer is read', () => {
    const { buffer } = Uint8Array.from(saved);

    load(buffer, { layer: 0 }).dispose();
    structuredClone(buffer, { transfer: [buffer] });
    expectError(() => load(buffer, { layer: 0 }), { is: 'FormatError', offset: 0 });
  });

  for (const [kind, file] of [
    ['Blob', new Blob([saved])],
    ['File', new File([saved], 'layer.safetensors')],
  ]) {
    test(`a ${kind} is read, and the layer comes with a promise`, async () => {
      const loading = load(file, { layer: 0 });
      assert.ok(loading instanceof Promise);

      withLayer(await loading, (layer) => assert.deepEqual(layer.save(), saved));
    });
  }

  test('of a Blob, errors are rejections', async () => {
    await expectRejection(() => load(new Blob(['{}']), { layer: 0 }), { is: 'FormatError' });
    await expectRejection(() => load(new Blob([saved]), {}), { is: 'ConfigError', field: 'layer' });
    const fake = { [Symbol.toStringTag]: 'Blob', arrayBuffer: () => assert.fail('it was asked') };
    await expectRejection(() => load(fake, { layer: 0 }), {
      is: 'ManyheadsError',
      says: 'file could not be read',
    });
  });

  test('a subclass that lies about its length is ignored', () => {
    class Lying extends Uint8Array {
      get length() {
        return 2 ** 40;
      }
      get byteOffset() {
        return -1;
      }
      get buffer() {
        throw new RangeError('mine');
      }
      subarray() {
        throw new RangeError('mine');
      }
      static get [Symbol.species]() {
        throw new RangeError('mine');
      }
    }

    load(Lying.from(saved), { layer: 0 }).dispose();
  });

  test('a transferred buffer is an empty file', () => {
    const detached = Uint8Array.from(saved);
    structuredClone(detached.buffer, { transfer: [detached.buffer] });

    expectError(() => load(detached, { layer: 0 }), { is: 'FormatError', offset: 0 });
  });

  test('getters that throw leave nothing behind', () => {
    const options = {
      get layer() {
        throw new RangeError('mine');
      },
    };

    assert.throws(() => load(saved, options), { name: 'RangeError', message: 'mine' });
    load(saved, { layer: 0 }).dispose();
  });

  test('the bytes stay as they are', () => {
    const bytes = Uint8Array.from(saved);

    load(bytes, { layer: 0 }).dispose();

    assert.deepEqual(bytes, saved);
  });

  test('a layer that was disposed of cannot be saved', () => {
    const layer = engine.attention({ dModel: 4, numHeads: 2 });
    layer.dispose();

    expectError(() => layer.save(), { is: 'DisposedError' });
  });
});

test('only the requested layer of a large file is copied', () => {
  const weights = Object.fromEntries(
    ['wq', 'wk', 'wv', 'wo'].map((name) => [`layers.0.attention.${name}`, randomNormal([8, 8])]),
  );
  const large = { other: { shape: [2 ** 26], data: new Float32Array(2 ** 26) } }; // 256 MiB
  const file = writeSafetensors({ ...large, ...weights });
  const { reserved } = engine.memory();

  load(file, { layer: 0, config: { numHeads: 2 } }).dispose();

  assert.ok(engine.memory().reserved - reserved < 2 ** 20);
});
