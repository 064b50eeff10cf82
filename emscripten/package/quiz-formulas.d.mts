import type { Plugin } from 'vite';
export function quizFormulas(): Plugin;
export function withMathMl(text: string): string;
