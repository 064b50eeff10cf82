import type { Plugin } from 'vite';
export const workers: Readonly<Record<string, string>>;
export const inlinedStarts: Readonly<Record<string, string>>;
export function bundledWorker(entry: string): Promise<string>;
export function workerScript(): Plugin;
