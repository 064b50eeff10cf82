import type { Room } from '../../ui/room.js';

export const shapes: Room = {
  'mh-pattern-check': {
    load: () => import('./pattern-check.js').then(({ PatternCheck }) => PatternCheck),
    embed: ['seed', 'task', 'reveal'],
  },
  'mh-shape-check': {
    load: () => import('./shape-check.js').then(({ ShapeCheck }) => ShapeCheck),
    embed: ['seed', 'level', 'stage', 'reveal'],
  },
};
