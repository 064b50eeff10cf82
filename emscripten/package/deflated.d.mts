import type { Plugin } from 'vite';

export function deflated(): Plugin;
