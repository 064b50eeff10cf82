import type { Plugin } from 'vite';
export function noticePackages(): Plugin;
export function thirdPartyNotices(): string;
