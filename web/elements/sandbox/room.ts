import type { Room } from '../../ui/room.js';

export const sandbox: Room = {
  'mh-heads': {
    load: () => import('./heads.js').then(({ Heads }) => Heads),
    embed: ['question', 'number'],
    page: 'heads',
  },
  'mh-sandbox': {
    load: () => import('./sandbox.js').then(({ Sandbox }) => Sandbox),
    embed: ['question', 'number'],
    page: 'sandbox',
  },
};
