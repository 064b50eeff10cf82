import type { Content } from '../../lib/content.js';
import type * as schema from './quizzes/quiz.schema.js';

/** A question as data: quizzes/quiz.schema.json explains each field. */
export type Quiz = Content<schema.Quiz>;
type OfType<Type extends Quiz['type']> = Extract<Quiz, { readonly type: Type }>;

export type MultipleChoice = OfType<'multiple-choice'>;
export type MultipleResponse = OfType<'multiple-response'>;
export type ShortAnswer = OfType<'short-answer'>;
export type Numeric = OfType<'numeric'>;
export type ShapeQuiz = OfType<'shape'>;
export type OutputQuiz = OfType<'output'>;
export type OrderQuiz = OfType<'order'>;

export type Line = OutputQuiz['answer'][number];
/** In a mistake, a shape is text. */
export type MistakenLine = NonNullable<OutputQuiz['mistakes'][number]['lines'][number]>;
export type Code = OutputQuiz['code'];
