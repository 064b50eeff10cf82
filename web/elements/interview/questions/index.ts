import type { InterviewQuestion } from '../state.js';
import content from './questions.json';

/** All questions in order. The cast is safe because tests check the file against its schema. */
export const interviewQuestions = content.questions as readonly InterviewQuestion[];
