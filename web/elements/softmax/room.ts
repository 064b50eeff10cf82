import type { Room } from '../../ui/room.js';

export const softmax: Room = {
  'mh-softmax': {
    load: () => import('./softmax.js').then(({ Softmax }) => Softmax),
    embed: ['question', 'number'],
    page: 'softmax',
  },
};
