import type { Room } from '../../ui/room.js';

export const steps: Room = {
  'mh-steps': {
    load: () => import('./steps.js').then(({ Steps }) => Steps),
    embed: ['question', 'number'],
    page: 'steps',
  },
};
