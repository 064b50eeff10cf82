import type { Rolldown } from 'vite';

/** What doors share, by the file that it goes into. */
export const siteGroups: Rolldown.CodeSplittingGroup[];
