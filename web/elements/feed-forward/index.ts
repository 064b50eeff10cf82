export { FeedForward } from './feed-forward.js';
export type { FeedForwardState } from './state.js';
