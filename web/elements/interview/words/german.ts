import type { english } from './english.js';

const plural = (n: number, one: string, many: string) => (n === 1 ? one : many);

export const german: typeof english = {
  name: 'Bewerbungsgespräch',
  question: 'Was würdest du antworten?',
  choose: 'Wähle eine Frage, um sie hier zu beantworten.',
  difficulty: 'Schwierigkeit',
  anyDifficulty: 'jede',
  difficulties: { 1: 'leicht', 2: 'mittel', 3: 'schwer' },
  company: 'Gefragt von',
  anyCompany: 'allen',
  companies: 'irgendeiner Firma',
  errata: 'häufige Irrtümer',
  onlyMissed: 'Nur die, die ich nicht wusste',
  count: (shown, all, rated) =>
    `${shown} von ${all} ${plural(all, 'Frage', 'Fragen')}${rated > 0 ? `, ${rated} eingeschätzt` : ''}`,
  none: 'Keine Frage passt.',
  noneWhy: 'Keine Frage passt zu allen Filtern, die du gewählt hast.',
  showAll: 'Alle zeigen',
  note: 'Deine Antwort; sie bleibt auf diesem Gerät',
  aloud: 'Ich habe laut geantwortet',
  show: 'Musterantwort zeigen',
  answerFirst: 'Antworte zuerst: Schreib ein paar Worte, oder sag es laut und setz den Haken.',
  model: 'Musterantwort',
  points: 'Eine gute Antwort nennt diese Punkte. Hake ab, welche du genannt hast.',
  named: (n, all) => `${n} von ${all} Punkten.`,
  rate: 'Wie lief es?',
  ratings: { missed: 'nicht gewusst', partly: 'teilweise', had: 'gewusst' },
  copy: 'Als Text kopieren',
  copied: 'Kopiert.',
  copyByHand: 'Kopiere diesen Text:',
  forget: 'Meine Antworten löschen',
  forgotten: (n) => `${n} ${plural(n, 'Antwort', 'Antworten')} gelöscht.`,
  undo: 'Rückgängig',
  restored: 'Deine Antworten sind wieder da.',
  unkept:
    'Dieser Browser speichert hier nichts: Deine Antworten sind weg, sobald du die Seite schließt.',
  text: {
    mine: 'Meine Antwort:',
    rating: (said) => `Wie es lief: ${said}`,
    named: 'Genannt:',
    notNamed: 'Nicht genannt:',
  },
};
