import type { AnswerDetail } from '../../ui/events.js';
import { checkWords } from '../../ui/check/words/index.js';
import { reason } from './reason.js';
import { addToVisit, emptyMuseum, type MuseumState } from './state.js';
import type { MuseumTour, TableCell } from './tour.js';
import { words } from './words/index.js';

/** What a session needs of its element. */
interface MuseumHost {
  readonly tour: () => MuseumTour;
  readonly change: (state: MuseumState) => void;
  readonly draw: () => void;
  readonly sayAgain: (show: (text: string) => void, text: string) => void;
  readonly sendAnswer: (
    answer: Pick<AnswerDetail, 'question' | 'answer' | 'correct' | 'attempts'>,
  ) => void;
}

/** A learner at an exhibit: what is chosen, what is done with it, and the hints. */
export class MuseumSession {
  /** The tests that will run, by id. */
  chosenTests: ReadonlySet<string> = new Set();
  /** The learner's guess: the id of the exhibit that has this bug. */
  chosenName: string | null = null;
  /** The explained cell of the table; null for the tour's default. */
  chosenCell: TableCell | null = null;
  /** The result below the tests. */
  hint = '';
  /** Why the chosen name was not checked. */
  nameHint = '';
  /** The text that screen readers announce. */
  announcement = '';
  readonly #host: MuseumHost;

  constructor(host: MuseumHost) {
    this.#host = host;
  }

  /** Clears all choices for the next exhibit. */
  begin() {
    this.#set({ chosenTests: new Set(), chosenName: null, chosenCell: null });
    this.#set({ hint: '', nameHint: '' });
  }

  /** The language has changed. */
  forgetTexts() {
    this.#set({ hint: '', nameHint: '', announcement: '' });
  }

  go(exhibit: number) {
    this.begin();
    this.#change({ ...this.#tour.state, exhibit });
    this.#set({ announcement: words.kind(exhibit, this.#tour.exhibits.length) });
  }

  toggleTest(id: string) {
    const chosenTests = new Set(this.chosenTests);
    if (!chosenTests.delete(id)) chosenTests.add(id);
    this.#set({ chosenTests, hint: '' });
  }

  chooseAllTests() {
    this.#set({ chosenTests: new Set(this.#tour.availableTests.map(({ id }) => id)), hint: '' });
  }

  chooseName(id: string) {
    this.#set({ chosenName: id, nameHint: '' });
  }

  chooseCell(cell: TableCell) {
    this.#set({ chosenCell: cell });
  }

  /** Runs the chosen tests and explains the first that exposes the bug. */
  runTests() {
    const tour = this.#tour;
    const { none, ran } = words.tests;
    const chosen = tour.availableTests.filter(({ id }) => this.chosenTests.has(id));
    if (chosen.length === 0) return this.#host.sayAgain((hint) => this.#set({ hint }), none);
    this.#change(addToVisit(tour.state, tour.number, { tests: chosen.map(({ id }) => id) }));
    const exposing = chosen.filter((test) => tour.verdict(test).kind === 'exposes');
    this.#set({
      chosenTests: new Set(),
      chosenCell: { number: tour.number, test: (exposing[0] ?? chosen[0]!).id },
      hint: ran(
        chosen.length,
        exposing.map(({ name }) => name),
      ),
    });
  }

  /** Checks the chosen name. */
  checkName() {
    const guess = this.chosenName;
    const { exhibit, number, visit, state } = this.#tour;
    if (guess === null || visit.guesses.includes(guess)) {
      const { chooseFirst, triedAlready } = checkWords;
      const why = guess === null ? chooseFirst : triedAlready;
      return this.#host.sayAgain((nameHint) => this.#set({ nameHint }), why);
    }
    this.#change(addToVisit(state, number, { guesses: [guess] }));
    const correct = guess === exhibit.id;
    this.#set({ announcement: describeGuess(this.#tour, guess) });
    this.#host.sendAnswer({
      question: `museum/${exhibit.id}`,
      answer: guess,
      correct,
      attempts: this.#tour.visit.guesses.length,
    });
  }

  showName() {
    this.#change(addToVisit(this.#tour.state, this.#tour.number, { shown: true }));
    this.#set({ announcement: describeName(this.#tour) });
  }

  /** Runs the tests of this exhibit, or all if none was run, on both programs. */
  runFixed() {
    const { museum, number, runTests: run, state } = this.#tour;
    const tests = (run.length > 0 ? run : museum.content.tests).map(({ id }) => id);
    this.#change(addToVisit(addToVisit(state, number, { tests }), 0, { tests }));
    this.#set({ announcement: describeFixed(this.#tour) });
  }

  reset() {
    this.begin();
    this.#change(emptyMuseum);
    this.#set({ announcement: words.kind(emptyMuseum.exhibit, this.#tour.exhibits.length) });
  }

  get #tour(): MuseumTour {
    return this.#host.tour();
  }

  #change(state: MuseumState) {
    this.#host.change(state);
    this.announcement = '';
  }

  #set(
    change: Partial<
      Pick<
        MuseumSession,
        'chosenTests' | 'chosenName' | 'chosenCell' | 'hint' | 'nameHint' | 'announcement'
      >
    >,
  ) {
    Object.assign(this, change);
    this.#host.draw();
  }
}

function describeGuess(tour: MuseumTour, guess: string): string {
  const { right, wrong } = words.naming;
  const { name } = tour.exhibits.find(({ id }) => id === guess)!;
  return guess === tour.exhibit.id
    ? right(name)
    : `${wrong(name)} ${reason(tour, guess)} ${describeName(tour)}`;
}

/** The announcement when the bug's name is revealed. */
function describeName(tour: MuseumTour): string {
  const name = tour.nameOf(tour.number);
  return name === '' ? '' : words.naming.shown(name);
}

/** How many tests of this exhibit the correct program passes, once all were run on it. */
export function describeFixed(tour: MuseumTour): string {
  const verdicts = tour.runTests.map((test) => tour.verdictAt(0, test));
  if (verdicts.length === 0 || verdicts.includes(null)) return '';
  const passed = verdicts.filter((verdict) => verdict?.kind === 'passes').length;
  return words.fix.ran(passed, verdicts.length);
}
