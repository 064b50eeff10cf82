export { Interview } from './interview.js';
export type { InterviewState } from './state.js';
