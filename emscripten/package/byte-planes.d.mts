import type { Plugin } from 'vite';

export function bytePlanes(): Plugin;
