import type { Room } from '../../ui/room.js';

export const outputProjection: Room = {
  'mh-output-projection': {
    load: () => import('./output-projection.js').then(({ OutputProjection }) => OutputProjection),
    embed: ['question', 'number'],
    page: 'output-projection',
  },
};
