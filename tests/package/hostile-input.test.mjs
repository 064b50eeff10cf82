/** Values that nobody passes on purpose. The engine refuses or reads them, and keeps working. */
import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { runInNewContext } from 'node:vm';
import { expectError } from './expect-error.mjs';
import { engine } from './installed.mjs';
import { assertTensor } from './tensors.mjs';

const { tensor } = engine;
const layer = engine.attention({ dModel: 4, numHeads: 2, seed: 1 });
const x = tensor.ones([2, 4]);
const expected = layer.forward(x);
afterEach(() => assert.deepEqual(layer.forward(x), expected));

describe('what is no tensor is a ConfigError that says what it is', () => {
  for (const [value, says] of [
    [undefined, 'missing'],
    [null, 'null'],
    [8, '8'],
    [NaN, 'NaN'],
    ['abc', "'abc'"],
    ['y'.repeat(100_000), 'yyy…'],
    [8n, '8n'],
    [true, 'true'],
    [Symbol('x'), 'a symbol'],
    [() => [1], 'a function'],
    [{}, 'an object'],
    [{ shape: [1] }, 'an object'],
    [Promise.resolve([1]), 'Promise'],
    [new Map(), 'Map'],
    [new Float64Array(2), 'Float64Array'],
    [new Uint8Array(2), 'Uint8Array'],
    [new ArrayBuffer(8), 'ArrayBuffer'],
    [new DataView(new ArrayBuffer(8)), 'DataView'],
    [Object.create(Float32Array.prototype), 'an object'],
    [new Proxy(new Float32Array(2), {}), 'an object'],
    [['1'], "x[0] is '1'"],
    [[null], 'x[0] is null'],
    [[1, undefined], 'x[1] is missing'],
    [[1, , 3], 'x[1] is missing'],
    [
      [
        [1, 2],
        [3, Symbol('s')],
      ],
      'x[1][1] is a symbol',
    ],
    [[1n], 'x[0] is 1n'],
    [[() => 1], 'x[0] is a function'],
    [[{}], 'x[0] is an object'],
    [[new Float32Array(1)], 'Float32Array'],
  ]) {
    test(says, () => {
      expectError(() => layer.forward(value), { is: 'ConfigError', field: 'x', says });
    });
  }
});

describe('huge lengths are refused before anything is read', () => {
  test('of a sparse array', () => {
    expectError(() => tensor.exp(new Array(2 ** 32 - 1)), {
      is: 'OutOfMemoryError',
      says: '2 GiB',
    });
    expectError(() => tensor.exp(new Array(2 ** 29)), { is: 'OutOfMemoryError', says: '2 GiB' });
    expectError(() => tensor.exp(new Array(2 ** 29 - 1)), { is: 'ConfigError', says: 'x[0]' });
  });

  test('of something like an array', () => {
    const like = (count) => tensor.exp({ shape: [count], data: { length: count } });

    expectError(() => like(2 ** 31), { is: 'OutOfMemoryError', says: '2 GiB' });
    expectError(() => like(100), { is: 'ConfigError', says: 'x.data[0] is missing' });
  });

  test('of a Proxy that answers everything', () => {
    const endless = new Proxy([], { get: (_, key) => (key === 'length' ? 2 ** 32 - 1 : 1) });

    expectError(() => tensor.exp(endless), { is: 'OutOfMemoryError' });
  });

  test('of lists', () => {
    const long = new Array(2 ** 32 - 1);

    expectError(() => tensor.concat(long), { is: 'ConfigError', field: 'parts' });
    expectError(() => engine.embed(long, { dModel: 4 }), { is: 'ConfigError', field: 'tokens' });
    const ranges = new Array(200_000).fill(0);
    expectError(() => tensor.slice(x, ranges), { is: 'ConfigError', field: 'ranges' });
    expectError(() => tensor.zeros(long), { is: 'ShapeError', argument: 'shape' });
    expectError(() => layer.forward(x, { validLens: long }), { is: 'ConfigError' });
  });
});

describe('an array whose length is no whole number is refused', () => {
  for (const [length, says] of [
    ['4000', "length is '4000'"],
    [1.5, 'length is 1.5'],
    [-1, 'length is -1'],
    [NaN, 'length is NaN'],
    [Infinity, 'length is Infinity'],
    [null, 'length is null'],
    [undefined, 'length is missing'],
    [2n, 'length is 2n'],
  ]) {
    test(says, () => {
      const liar = new Proxy([], { get: (_, key) => (key === 'length' ? length : 7) });

      expectError(() => tensor.exp(liar), { is: 'ConfigError', says: `x.${says}` });
      expectError(() => tensor.array([[1], liar]), {
        is: 'ConfigError',
        says: `values[1].${says}`,
      });
      expectError(() => tensor.zeros(liar), { is: 'ConfigError', says: `shape.${says}` });
      expectError(() => tensor.exp({ shape: liar, data: [1] }), { is: 'ConfigError', says });
    });
  }

  test('also if it is another one at the second look', () => {
    const lengths = [1, '4000', '4000', '4000'];
    const liar = new Proxy([7], {
      get: (array, key) => (key === 'length' ? lengths.shift() : array[key]),
    });

    expectError(() => tensor.exp(liar), { is: 'ConfigError', says: "x.length is '4000'" });
  });
});

describe('typed arrays', () => {
  test('whose buffer was transferred are empty', () => {
    const detached = new Float32Array(4);
    structuredClone(detached.buffer, { transfer: [detached.buffer] });

    expectError(() => tensor.exp(detached), { is: 'ShapeError', argument: 'x', axis: 0 });
    expectError(() => tensor.exp({ shape: [4], data: detached }), { is: 'ShapeError' });
  });

  test('on a shared buffer are read', () => {
    const shared = new Float32Array(new SharedArrayBuffer(8));
    shared.set([1, 2]);

    assertTensor(tensor.array(shared), [1, 2]);
    assertTensor(tensor.add({ shape: [2, 1], data: shared }, 1), [[2], [3]]);
  });

  test('of every kind of number are read as data', () => {
    for (const name of ['Float64', 'Int8', 'Int16', 'Int32', 'Uint8', 'Uint8Clamped', 'Uint16']) {
      const data = globalThis[`${name}Array`].from([1, 2]);

      assertTensor(tensor.array({ shape: [2], data }), [1, 2]);
    }
  });

  test('and arrays of another realm are read', () => {
    assertTensor(tensor.array(runInNewContext('new Float32Array([1, 2])')), [1, 2]);
    assertTensor(tensor.array(runInNewContext('[[1, 2]]')), [[1, 2]]);
  });

  test('that lie about their length have their true one', () => {
    class Lying extends Float32Array {
      get length() {
        return 2;
      }
    }
    const [lying, short] = [new Lying(1000), new Lying(1)];

    for (const data of [lying, short]) {
      expectError(() => tensor.exp({ shape: [2], data }), { is: 'ShapeError', argument: 'x' });
      expectError(() => layer.forward(x, { out: data }), { is: 'ShapeError', argument: 'out' });
    }
    assert.deepEqual(tensor.exp(lying).shape, [1000]);
    assertTensor(tensor.array(short), [0]);
  });

  test('that are transferred or resized while other arguments are read are refused', () => {
    const changed = (change) => {
      const buffer = new ArrayBuffer(16, { maxByteLength: 64 });
      const later = {
        get shape() {
          change(buffer);
          return [4];
        },
        data: [0, 0, 0, 0],
      };
      return [new Float32Array(buffer), later];
    };
    for (const change of [
      (buffer) => buffer.resize(0),
      (buffer) => buffer.resize(64),
      (buffer) => structuredClone(buffer, { transfer: [buffer] }),
    ]) {
      for (const read of [(data) => data, (data) => ({ shape: [4], data })]) {
        const [data, later] = changed(change);
        const call = () => tensor.add(read(data), later);
        expectError(call, { is: 'ShapeError', argument: 'a', says: 'holds 4 elements' });
      }
    }
  });

  test('to write into never see the memory of the core', () => {
    class Curious extends Float32Array {
      set() {
        assert.fail('its own set was called');
      }
    }
    const out = new Curious(8);

    assert.equal(layer.forward(x, { out }).data, out);
    assert.deepEqual([...out], [...expected.data]);
  });

  test('to write into do not make a Map of options a plain object', () => {
    for (const options of [new Map([['causal', true]]), []]) {
      options.out = new Float32Array(8);
      expectError(() => layer.forward(x, options), { is: 'ConfigError', field: 'options' });
    }
  });

  test('whose class has another iterator or name are read as they are', () => {
    class Odd extends Float32Array {
      *[Symbol.iterator]() {
        yield* [7, 8, 9];
      }
      get [Symbol.toStringTag]() {
        return 'Odd';
      }
    }

    assertTensor(tensor.array(Odd.of(1, 2)), [1, 2]);
  });
});

describe('getters', () => {
  const throwing = {
    get shape() {
      throw new RangeError('mine');
    },
    data: [1],
  };
  const mine = { name: 'RangeError', message: 'mine' };

  test('that throw pass their own error on', () => {
    assert.throws(() => layer.forward(throwing), mine);
    assert.throws(() => layer.forward(x, { mask: throwing }), mine);
    assert.throws(() => layer.setWeights({ wq: throwing }), mine);
    assert.throws(() => tensor.concat([x, throwing]), mine);
  });

  test('that call the engine themselves change no other argument', () => {
    const busy = {
      get shape() {
        tensor.add([[7]], [[7]]);
        return [2, 2];
      },
      data: [5, 6, 7, 8],
    };

    assertTensor(
      tensor.add(
        [
          [1, 2],
          [3, 4],
        ],
        busy,
      ),
      [
        [6, 8],
        [10, 12],
      ],
    );
    assertTensor(tensor.concat([[[1, 2]], busy]), [
      [1, 2],
      [5, 6],
      [7, 8],
    ]);
  });

  describe('that dispose of the object are a DisposedError, and the next one is as it was', () => {
    const make = () => engine.attention({ dModel: 4, numHeads: 2, seed: 2 });
    const makeLatent = () =>
      engine.latentAttention({ dModel: 4, numHeads: 2, dHead: 2, dLatent: 2 });
    const makeTrainer = () => engine.trainer({ task: 'relations', numHeads: 2, dModel: 8 });
    const latentIsExpanded = (latent, input) =>
      engine.identities.absorbedIsExpanded(latent, input(x));
    for (const [name, create, call, look] of [
      ['forward', make, (one, input) => one.forward(input(x))],
      ['backward', make, (one, input) => one.backward(x, input(x))],
      ['traceOnline', make, (one, input) => one.traceOnline(input(x), { queries: 1, keys: 1 })],
      ['setWeights', make, (one, input) => one.setWeights({ wq: input(tensor.ones([4, 4])) })],
      ['with', make, (one, input) => one.with({}, { wq: input(tensor.ones([4, 4])) })],
      ['toLatent', make, (one, input) => one.toLatent(2, input(x))],
      [
        'futureDoesNotMatter',
        make,
        (one, input) => engine.identities.futureDoesNotMatter(one, input(x)),
      ],
      ['latent forward', makeLatent, (one, input) => one.forward(input(x))],
      ['absorbedIsExpanded', makeLatent, latentIsExpanded],
      [
        'step',
        () => layer.cache({ capacity: 4 }),
        (one, input) => one.step(input(x)),
        (one) => one.length,
      ],
      ['readOut', makeTrainer, (one, input) => one.readOut(input(tensor.ones([1, 8])))],
    ]) {
      test(name, () => {
        const one = create();
        let next;
        const input = ({ shape, data }) => ({
          get shape() {
            one.dispose();
            next ??= create();
            return shape;
          },
          data,
        });

        expectError(() => call(one, input), { is: 'DisposedError' });

        const fresh = create();
        const state = look ?? ((each) => each.weights?.() ?? each.evaluate());
        assert.deepEqual(state(next), state(fresh));
        for (const each of [next, fresh]) each.dispose();
      });
    }
  });

  test('among the elements may make memory grow', () => {
    const data = [0, 1];
    Object.defineProperty(data, 0, { get: () => tensor.ones([2 ** 23]).data[0] });

    assertTensor(tensor.add({ shape: [2], data }, 1), [2, 2]);
  });
});
