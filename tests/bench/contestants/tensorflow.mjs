/**
 * TensorFlow.js on its WebAssembly back end: one thread, SIMD. Its product of two matrices is
 * XNNPACK's and fast, that of batches is not, so a head at a time is a variant of its own.
 */
import * as tf from '@tensorflow/tfjs-core';
import { setThreadsCount, setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
import { calls } from '../timing.mjs';
import { causalMask, headsFirst, keysFirst, scaled } from './layouts.mjs';

/** @param folder  address of its .wasm files; absent: found by itself, which works in Node */
export async function tensorflow(folder) {
  if (folder) setWasmPaths(folder);
  setThreadsCount(1);
  await tf.setBackend('wasm');
  return {
    name: 'tfjs',
    peer: true,
    variants: ({ kind }) => Object.keys(ways[kind] ?? {}),
    async prepare({ kind, sizes }, tensors, variant) {
      const constants = {};
      const run = ways[kind][variant](sizes, tensors, (name, data, ...shape) => {
        constants[name] = tf.tensor(data, shape);
        return constants[name];
      });
      const call = () => {
        let output;
        // Not returned from tidy, which would look for tensors among all the numbers.
        tf.tidy(() => {
          output = run().dataSync();
        });
        return output;
      };
      return { ...calls(call), dispose: () => tf.dispose(constants) };
    },
  };
}

/** Each keeps its constants with `keep` and gives the function that computes the output. */
export const ways = {
  product: {
    matMul({ M, K, N }, { a, b }, keep) {
      const right = keep('b', b, K, N);
      return () => tf.matMul(tf.tensor2d(a, [M, K]), right);
    },
  },
  layer: { 'a head at a time': layerByHeads, batched: layerBatched },
  decode: { 'a head at a time': decodeByHeads, batched: decodeBatched },
};

function keepWeights({ wq, wk, wv, wo }, { dModel, numHeads }, keep) {
  const square = (name, data) => keep(name, data, dModel, dModel);
  return {
    wq: square('wq', scaled(wq, dModel / numHeads)),
    wk: square('wk', wk),
    wv: square('wv', wv),
    wo: square('wo', wo),
  };
}

function layerByHeads(sizes, tensors, keep) {
  const { T, dModel, numHeads, causal } = sizes;
  const { wq, wk, wv, wo } = keepWeights(tensors, sizes, keep);
  const mask = causal && keep('mask', causalMask(T), T, T);
  return () => {
    const x = tf.tensor2d(tensors.x, [T, dModel]);
    const q = tf.split(tf.matMul(x, wq), numHeads, 1);
    const k = tf.split(tf.transpose(tf.matMul(x, wk)), numHeads, 0);
    const v = tf.split(tf.matMul(x, wv), numHeads, 1);
    const heads = q.map((query, h) => {
      const scores = tf.matMul(query, k[h]);
      return tf.matMul(tf.softmax(mask ? tf.add(scores, mask) : scores), v[h]);
    });
    return tf.matMul(tf.concat(heads, 1), wo);
  };
}

function layerBatched(sizes, tensors, keep) {
  const { T, dModel, numHeads, causal } = sizes;
  const { wq, wk, wv, wo } = keepWeights(tensors, sizes, keep);
  const mask = causal && keep('mask', causalMask(T), T, T);
  const split = (rows, order) =>
    tf.transpose(tf.reshape(rows, [T, numHeads, dModel / numHeads]), order);
  return () => {
    const x = tf.tensor2d(tensors.x, [T, dModel]);
    const scores = tf.matMul(
      split(tf.matMul(x, wq), [1, 0, 2]),
      split(tf.matMul(x, wk), [1, 2, 0]),
    );
    const weights = tf.softmax(mask ? tf.add(scores, mask) : scores);
    const heads = tf.matMul(weights, split(tf.matMul(x, wv), [1, 0, 2]));
    return tf.matMul(tf.reshape(tf.transpose(heads, [1, 0, 2]), [T, dModel]), wo);
  };
}

/** Earlier keys and values stay in the back end; only scores and outputs of old and new are joined. */
function decodeByHeads(sizes, tensors, keep) {
  const { dModel, numHeads, past } = sizes;
  const dHead = dModel / numHeads;
  const { wq, wk, wv, wo } = keepWeights(tensors, sizes, keep);
  const keys = keysFirst(tensors.k, past, dModel);
  const values = headsFirst(tensors.v, past, dModel, numHeads);
  const heads = Array.from({ length: numHeads }, (_, h) => {
    const place = [h * past * dHead, (h + 1) * past * dHead];
    return {
      k: keep(`k${h}`, keys.subarray(...place), dHead, past),
      v: keep(`v${h}`, values.subarray(...place), past, dHead),
    };
  });
  return () => {
    const x = tf.tensor2d(tensors.x, [1, dModel]);
    const [q, k, v] = [wq, wk, wv].map((weight) => tf.split(tf.matMul(x, weight), numHeads, 1));
    const outputs = heads.map((before, h) => {
      const own = tf.sum(tf.mul(q[h], k[h]), 1, true);
      const weights = tf.softmax(tf.concat([tf.matMul(q[h], before.k), own], 1));
      const [old, fresh] = tf.split(weights, [past, 1], 1);
      return tf.add(tf.matMul(old, before.v), tf.mul(fresh, v[h]));
    });
    return tf.matMul(tf.concat(outputs, 1), wo);
  };
}

function decodeBatched(sizes, tensors, keep) {
  const { dModel, numHeads, past } = sizes;
  const dHead = dModel / numHeads;
  const { wq, wk, wv, wo } = keepWeights(tensors, sizes, keep);
  const k = keep('k', keysFirst(tensors.k, past, dModel), numHeads, dHead, past);
  const v = keep('v', headsFirst(tensors.v, past, dModel, numHeads), numHeads, past, dHead);
  return () => {
    const x = tf.tensor2d(tensors.x, [1, dModel]);
    const [query, key, value] = [wq, wk, wv].map((weight) =>
      tf.reshape(tf.matMul(x, weight), [numHeads, 1, dHead]),
    );
    const own = tf.sum(tf.mul(query, key), 2, true);
    const weights = tf.softmax(tf.concat([tf.matMul(query, k), own], 2));
    const [old, fresh] = tf.split(weights, [past, 1], 2);
    const heads = tf.add(tf.matMul(old, v), tf.mul(fresh, value));
    return tf.matMul(tf.reshape(heads, [1, dModel]), wo);
  };
}
