export { BugMuseum } from './bug-museum.js';
export type { MuseumState } from './state.js';
