import type { PatternTask } from '../pattern-state.js';
import list from './patterns.json';

/** Every task by its id. Tests run each on the core, which this cast relies on. */
export const patterns: ReadonlyMap<string, PatternTask> = new Map(
  (list as unknown as PatternTask[]).map((task) => [task.id, task]),
);
