import type { Room } from '../../ui/room.js';

export const sandbox: Room = {
  'mh-sandbox': {
    load: () => import('./sandbox.js').then(({ Sandbox }) => Sandbox),
    embed: ['question', 'number'],
    page: 'sandbox',
  },
};
