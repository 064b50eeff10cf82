import type { Room } from '../../ui/room.js';

export const speed: Room = {
  'mh-speed': { load: () => import('./speed.js').then(({ Speed }) => Speed), embed: ['row-time'] },
};
