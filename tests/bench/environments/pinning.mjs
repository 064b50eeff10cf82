/** Holds what is measured on one processor, where the system has taskset; elsewhere does nothing. */
import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** The last one: interrupts and others' work tend to the first. */
const processor = String(availableParallelism() - 1);

const taskset = (...args) => spawnSync('taskset', args, { stdio: 'ignore' }).status === 0;
const works = taskset('-c', processor, 'true');

/** What to put before the command of a program without threads. */
export const pinning = () => (works ? ['taskset', '-c', processor] : []);

/**
 * Pins the main thread of a process that runs already, and it alone: V8 compiles hot functions in
 * other threads, and would starve them, and run the slow code for long, on the same processor.
 */
export const pin = (pid) => works && taskset('-c', '-p', processor, String(pid));

export const pinnedTo = works ? Number(processor) : null;
