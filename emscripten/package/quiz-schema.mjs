/** The schema of a quiz file of one's own, for editors: made from that of the lesson's quizzes. */
import { readFileSync } from 'node:fs';

const ofLesson = new URL('../../web/elements/quiz/quizzes/quiz.schema.json', import.meta.url);

/** A file has one quiz, a list, or an object with a list. It needs no topic and no section of the lesson. */
export function quizFileSchema() {
  const { $schema, $defs, title, ...quiz } = JSON.parse(readFileSync(ofLesson, 'utf8'));
  const quizzes = {
    ...{ type: 'array', minItems: 1, maxItems: 100 },
    items: { $ref: '#/$defs/quiz' },
  };
  return {
    $schema,
    title: 'Quiz file of manyheads',
    anyOf: [
      { $ref: '#/$defs/quiz' },
      quizzes,
      {
        type: 'object',
        required: ['quizzes'],
        properties: { $schema: { type: 'string' }, lang: quiz.properties.lang, quizzes },
        additionalProperties: false,
      },
    ],
    $defs: {
      quiz: {
        title,
        ...quiz,
        required: quiz.required.filter((name) => name !== 'topic' && name !== 'section'),
      },
      ...$defs,
    },
  };
}
