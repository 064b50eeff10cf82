import type { Room } from '../../ui/room.js';

export const cells: Room = {
  'mh-cell': {
    load: () => import('./cell.js').then(({ Cell }) => Cell),
    embed: ['exercise', 'group', 'code', 'recorded', 'question'],
  },
};
