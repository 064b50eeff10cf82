import type { Rolldown } from 'vite';
import type { Room } from '../../web/ui/room.js';

/** The rooms of rooms.ts, by folder. */
export const rooms: Readonly<Record<string, Room>>;
/** What doors share, by the file that it goes into. */
export const siteGroups: Rolldown.CodeSplittingGroup[];
