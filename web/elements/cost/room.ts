import type { Room } from '../../ui/room.js';

export const cost: Room = {
  'mh-cost': {
    load: () => import('./cost.js').then(({ Cost }) => Cost),
    embed: ['reading', 'question', 'number'],
    page: 'cost',
  },
  'mh-value': {
    load: () => import('./value.js').then(({ Value }) => Value),
    embed: ['expr', 'unit', 'decimals'],
  },
};
