export { Pipeline } from './pipeline.js';
export type { PipelineState } from './state.js';
