import type { Room } from '../../ui/room.js';

export const identities: Room = {
  'mh-identities': {
    load: () => import('./identities.js').then(({ Identities }) => Identities),
    embed: ['question', 'number'],
    page: 'identities',
  },
};
