import type { Room } from '../../ui/room.js';

export const feedForward: Room = {
  'mh-feed-forward': {
    load: () => import('./feed-forward.js').then(({ FeedForward }) => FeedForward),
    embed: ['question', 'number'],
    page: 'feed-forward',
  },
};
