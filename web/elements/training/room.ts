import type { Room } from '../../ui/room.js';

export const training: Room = {
  'mh-training': {
    load: () => import('./training.js').then(({ Training }) => Training),
    embed: ['question', 'number'],
    page: 'training',
  },
};
