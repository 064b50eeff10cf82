import type { Room } from '../../ui/room.js';

/** The site's alone: its worker is a file of the site. */
export const speed: Room = {
  'mh-speed': { load: () => import('./speed.js').then(({ Speed }) => Speed), embed: [] },
};
