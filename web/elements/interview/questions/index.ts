import type { InterviewQuestion } from '../state.js';
import content from './questions.json';

/** In the order in which they are asked. Tests hold the file to its schema, which this cast relies on. */
export const interviewQuestions = content.questions as readonly InterviewQuestion[];
