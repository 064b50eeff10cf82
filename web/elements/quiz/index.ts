export { QuickCheck, type QuickCheckState } from './quick-check.js';
export { Quiz, type QuizState } from './quiz.js';
export { QuizSet, type QuizSetState } from './quiz-set.js';
