import type { Room } from '../../ui/room.js';

export const quiz: Room = {
  'mh-quick-check': {
    load: () => import('./quick-check.js').then(({ QuickCheck }) => QuickCheck),
    embed: ['quiz', 'src', 'seed', 'reveal'],
  },
  'mh-quiz': {
    load: () => import('./quiz.js').then(({ Quiz }) => Quiz),
    embed: ['quiz', 'src', 'seed', 'reveal'],
  },
  'mh-quiz-set': {
    load: () => import('./quiz-set.js').then(({ QuizSet }) => QuizSet),
    embed: ['quizzes', 'topic', 'src', 'reveal'],
  },
};
