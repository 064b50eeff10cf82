import type { PatternTask } from '../pattern-state.js';
import list from './patterns.json';

/** All tasks by id. The cast is safe because tests run each task on the core. */
export const patterns: ReadonlyMap<string, PatternTask> = new Map(
  (list as unknown as PatternTask[]).map((task) => [task.id, task]),
);
