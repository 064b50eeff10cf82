import type { Room } from '../../ui/room.js';

export const museum: Room = {
  'mh-bug-museum': {
    load: () => import('./bug-museum.js').then(({ BugMuseum }) => BugMuseum),
    embed: ['reveal'],
  },
};
