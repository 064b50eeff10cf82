import type { Room } from '../../ui/room.js';

export const masks: Room = {
  'mh-masks': {
    load: () => import('./masks.js').then(({ Masks }) => Masks),
    embed: ['question', 'number'],
    page: 'masks',
  },
};
