export { Kv } from './kv.js';
export type { KvState } from './state.js';
