/** All rooms that have elements for pages. */

export { cells } from './cells/room.js';
export { cost } from './cost/room.js';
export { feedForward } from './feed-forward/room.js';
export { identities } from './identities/room.js';
export { interview } from './interview/room.js';
export { kv } from './kv/room.js';
export { masks } from './masks/room.js';
export { memory } from './memory/room.js';
export { museum } from './museum/room.js';
export { outputProjection } from './output-projection/room.js';
export { pipeline } from './pipeline/room.js';
export { quiz } from './quiz/room.js';
export { sandbox } from './sandbox/room.js';
export { saturation } from './saturation/room.js';
export { shapes } from './shapes/room.js';
export { softmax } from './softmax/room.js';
export { speed } from './speed/room.js';
export { steps } from './steps/room.js';
export { training } from './training/room.js';
