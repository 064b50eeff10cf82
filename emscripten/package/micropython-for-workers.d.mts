import type { Plugin } from 'vite';
export function micropythonForWorkers(): Plugin;
