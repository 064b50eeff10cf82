export { HeadDetail } from './head-detail.js';
export { HeadTabs } from './head-tabs.js';
export { Heads } from './heads.js';
export { Sandbox } from './sandbox.js';
export { Sentence } from './sentence.js';
export { SentenceEditor } from './extras.js';
export { WeightArithmetic } from './weight-arithmetic.js';
export type { HeadsState } from './heads/state.js';
export type { SandboxState } from './state.js';
