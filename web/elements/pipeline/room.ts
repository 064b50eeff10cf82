import type { Room } from '../../ui/room.js';

export const pipeline: Room = {
  'mh-pipeline': {
    load: () => import('./pipeline.js').then(({ Pipeline }) => Pipeline),
    embed: ['question', 'number'],
    page: 'pipeline',
  },
};
