import type { Plugin } from 'vite';
export function plainEditor(): Plugin;
