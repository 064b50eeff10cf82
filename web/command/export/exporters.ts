import type { Engine } from '../../../emscripten/package/contract.js';
import type { Quiz } from '../../elements/quiz/question.js';
import { giftNotes, giftText } from './gift.js';
import { moodleXml } from './moodle.js';
import { qtiXml } from './qti.js';
import { qtiNotes, qtiZip } from './qti-zip.js';
import { exportQuestions, type ExportQuestion } from './question.js';

/** The formats of other systems. */
export type ExportForm = 'moodle' | 'gift' | 'qti';

type Write = (questions: readonly ExportQuestion[], name: string) => string | Uint8Array;
type Notes = (questions: readonly ExportQuestion[]) => readonly string[];

const exporter = (ending: string, write: Write, notesOn: Notes = () => []) => ({
  ending,
  write(quizzes: readonly Quiz[], name: string, engine: Engine) {
    const { questions, notes } = exportQuestions(quizzes, engine);
    return { content: write(questions, name), notes: [...notes, ...notesOn(questions)] };
  },
});

const exporters = {
  moodle: exporter('.moodle.xml', moodleXml),
  gift: exporter('.gift.txt', giftText, giftNotes),
  qti: exporter('.qti.zip', qtiZip, qtiNotes),
};
const bareQti = exporter('.xml', qtiXml);

/** @param out  the name of the result, if there is one: QTI is a zip, or the file within it */
export const exporterFor = (form: ExportForm, out = '') =>
  form === 'qti' && /\.xml$/iu.test(out) ? bareQti : exporters[form];
