import type { Plugin } from 'vite';
export function bundledWorker(entry: string): Promise<string>;
export function workerScript(): Plugin;
