import type { Room } from '../../ui/room.js';

export const saturation: Room = {
  'mh-saturation': {
    load: () => import('./saturation.js').then(({ Saturation }) => Saturation),
    embed: ['question', 'number'],
    page: 'saturation',
  },
};
