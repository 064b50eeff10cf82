import { load } from '/manyheads/index.js';
import { done, sizes, tensors } from './lesson.mjs';

const { T, dModel, numHeads } = sizes;
const { x, ...weights } = tensors;
const given = Object.entries(weights).map(([name, data]) => [
  name,
  { shape: [dModel, dModel], data },
]);
const engine = await load();
const attention = engine.attention({ dModel, numHeads }, Object.fromEntries(given));
done(attention.forward({ shape: [T, dModel], data: x }).data);
