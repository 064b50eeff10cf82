import type { Engine } from '../../../emscripten/package/contract.js';
import type { Quiz } from '../../elements/quiz/question.js';
import { giftText } from './gift.js';
import { moodleXml } from './moodle.js';
import { qtiXml } from './qti.js';
import { exportQuestions, type ExportQuestion } from './question.js';

/** The formats of other systems. */
export type ExportForm = 'moodle' | 'gift' | 'qti';

type Write = (questions: readonly ExportQuestion[], name: string) => string;

const exporter = (ending: string, write: Write) => ({
  ending,
  write(quizzes: readonly Quiz[], name: string, engine: Engine) {
    const { questions, notes } = exportQuestions(quizzes, engine);
    return { text: write(questions, name), notes };
  },
});

export const exporters = {
  moodle: exporter('.moodle.xml', moodleXml),
  gift: exporter('.gift.txt', giftText),
  qti: exporter('.qti.xml', qtiXml),
};
