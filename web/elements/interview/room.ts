import type { Room } from '../../ui/room.js';

export const interview: Room = {
  'mh-interview': {
    load: () => import('./interview.js').then(({ Interview }) => Interview),
    embed: ['stars', 'company'],
  },
};
