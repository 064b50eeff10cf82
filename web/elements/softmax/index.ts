export { Softmax } from './softmax.js';
export type { SoftmaxState } from './state.js';
