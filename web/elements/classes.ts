/** The classes and states of all rooms. The build writes this file from rooms.ts. */

export * from './cells/index.js';
export * from './cost/index.js';
export * from './feed-forward/index.js';
export * from './identities/index.js';
export * from './interview/index.js';
export * from './kv/index.js';
export * from './masks/index.js';
export * from './memory/index.js';
export * from './museum/index.js';
export * from './output-projection/index.js';
export * from './pipeline/index.js';
export * from './quiz/index.js';
export * from './sandbox/index.js';
export * from './saturation/index.js';
export * from './shapes/index.js';
export * from './softmax/index.js';
export * from './speed/index.js';
export * from './steps/index.js';
export * from './training/index.js';
