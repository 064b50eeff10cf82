import type { Room } from '../../ui/room.js';

export const kv: Room = {
  'mh-kv': {
    load: () => import('./kv.js').then(({ Kv }) => Kv),
    embed: ['question', 'number'],
    page: 'kv',
  },
};
