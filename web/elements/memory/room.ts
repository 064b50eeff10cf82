import type { Room } from '../../ui/room.js';

export const memory: Room = {
  'mh-memory': {
    load: () => import('./memory.js').then(({ Memory }) => Memory),
    embed: ['question', 'number'],
    page: 'memory',
  },
};
