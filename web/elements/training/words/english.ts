import { html, type TemplateResult } from 'lit';
import { capital } from '../../../lib/capital.js';
import { anySize, fixed, inWords, share, unit, whole } from '../../../lib/numbers.js';
import { lossText } from '../loss-text.js';
import type { Operation } from '../../../lib/training/operation.js';
import { judgeRelation, type Outcome } from '../surgery.js';
import type { Model } from '../../../lib/training/service.js';
import { runLabel, type RunName, type RunSettings, type TrainingState } from '../state.js';
import { relationName } from '../../../ui/words/english-relations.js';
import { listIn } from '../../../lib/listed.js';

/** The words of the training bench. */

type Text = string | TemplateResult;

const headsInWords = (n: number) => `${inWords(n)} ${n === 1 ? 'head' : 'heads'}`;
const layersInWords = (n: number) => `${inWords(n)} ${n === 1 ? 'layer' : 'layers'}`;
const list = listIn('en-GB');
const wordOf = (name: string) => html`<i class="word">${name}</i>`;

export const english = {
  relation: relationName,

  question: {
    heads: (a: number, b: number) =>
      `With the same number of parameters, ${a === 1 ? 'does one head' : `do ${inWords(a)} heads`} beat ${inWords(b)}?`,
    layers: (a: number, b: number) =>
      `${capital(layersInWords(a))} against ${inWords(b)}: which model solves the task?`,
    other: 'Which model solves the task?',
  },

  states: {
    waiting: 'Loading the attention core in a worker.',
    refused: (run: RunName) => `Run ${runLabel(run)} is not possible.`,
    back: 'Go back',
    predictFirst: 'First make your prediction above.',
    repairFirst: 'First fix the setting below.',
  },

  prediction: {
    ask: (limit: number): Text =>
      `Both train on the same batches. Which one solves the task by step ${whole(limit)}, with an accuracy of 0.99 on every relation?`,
    options: { a: 'only A', b: 'only B', both: 'both', neither: 'neither' },
    act: 'Run both',
    guessed: (winner: 'a' | 'b' | 'both' | 'neither') =>
      `You predicted that ${winner.length === 1 ? `only ${winner.toUpperCase()}` : winner} would solve it.`,
  },

  run: {
    list: 'The two runs',
    shape: (heads: number, width: number, layers: number) =>
      `${heads} ${heads === 1 ? 'head' : 'heads'} of width ${fixed(width, Number.isInteger(width) ? 0 : 2)}${layers > 1 ? `, ${layersInWords(layers)}` : ''}`,
    parameters: (n: number) => unit(whole(n), n === 1 ? 'parameter' : 'parameters'),
    loss: (value: number | null) =>
      value === null ? 'not trained yet' : `loss ${lossText(value)}`,
    solved: (step: number, relations: number) =>
      `solved at step ${whole(step)}: ${relations} of ${relations} ${relations === 1 ? 'relation' : 'relations'}`,
    unsolved: (step: number, learned: number, relations: number) =>
      `not solved by step ${whole(step)}: ${learned} of ${relations} ${relations === 1 ? 'relation' : 'relations'} at 0.99`,
    diverged: (step: number) => `diverged at step ${whole(step)}: the loss was no longer a number`,
  },

  charts: {
    loss: 'Loss at each step',
    accuracy: 'Accuracy on each relation, moving average',
    chance: (value: string) => `guessing, ${value}`,
    solved: (step: number) => `solved at step ${whole(step)}`,
    step: whole,
  },

  player: {
    play: 'Run',
    resume: 'Continue',
    pause: 'Pause',
    again: 'Run again',
    step: 'One step',
    further: (limit: number) => `Continue to ${whole(limit)}`,
    seed: 'Another seed',
    undo: 'Undo',
    redo: 'Redo',
    scrubber: 'Step shown',
    at: (step: number, limit: number) => `step ${whole(step)} of ${whole(limit)}`,
    pace: 'Steps per second',
    all: 'all at once',
  },

  matrix: {
    title: 'Remove one head: what is lost?',
    legend: (least: string, most: string) =>
      `The grey part of a bar is the accuracy without the head; the coloured part is lost without it. The mark is the accuracy of always giving the most frequent answer, ${least === most ? least : `${least} to ${most}`}. Measured on 512 sequences that are not used in training.`,
    columns: { head: 'head', weights: 'weights', reads: 'reads mostly' },
    whole: (run: RunName, heads: number, layers: number) =>
      `Run ${runLabel(run)} with ${heads * layers === 1 ? 'its only head' : `all ${inWords(heads * layers)} heads`}`,
    head: (head: number, layer: number, layers: number) =>
      layers > 1 ? `Head ${head}, layer ${layer}` : `Head ${head}`,
    spread: 'spread over many',
    reads: (relation: string, mass: number) => `${relationName(relation)}, ${share(mass)}`,
    entropy: (value: number) => `entropy ${share(value)}`,
  },

  /** Which relations the heads carry, in this run and in the recorded ones. */
  specialised: {
    here: (seed: number, isOneEach: boolean) =>
      isOneEach
        ? `With seed ${seed}, removing any head loses exactly one relation.`
        : `With seed ${seed}, not every head carries exactly one relation.`,
    elsewhere: (seeds: number, oneEach: number, other: number) =>
      `We trained such models with ${whole(seeds)} other seeds. In ${whole(oneEach)}, each of the four heads carries one relation. In ${whole(other)}, heads share a relation or one head carries several. Choose “Another seed” above to see more.`,
  },

  surgery: {
    title: 'Change a trained model',
    note: 'Each change starts again from the trained model.',
    early: 'Train first: there is no trained model yet.',
    hidden: 'The table of heads and relations comes back after your prediction.',
    model: 'Model',
    run: (run: RunName) => `Run ${runLabel(run)}`,
    operation: 'Change',
    choose: 'choose one',
    name: (operation: Operation, layers: number): string => {
      switch (operation.kind) {
        case 'prune':
          return `Remove head ${operation.head}${layers > 1 ? ` of layer ${operation.layer}` : ''}`;
        case 'tie':
          return 'Give every head the parameters of head 0';
        case 'output':
          return 'Leave out W_O';
        case 'scale':
          return operation.scale === 'none' ? 'Do not divide the scores' : 'Divide by √d_model';
        case 'pool':
          return `Pool to ${operation.kvHeads} key/value ${operation.kvHeads === 1 ? 'head' : 'heads'}: ${operation.from === 'mean' ? 'the mean' : 'the first of each group'}`;
      }
    },
    ask: {
      prune: 'Which relation gets worse?',
      tie: 'How many relations stay as good as before?',
      lost: 'How much of what it learned is left?',
      worst: 'How accurate is the worst relation, before any further training?',
    },
    relation: relationName,
    options: {
      none: 'none',
      several: 'more than one',
      lost: { none: 'all of it', some: 'some of it', all: 'none of it' },
      worst: {
        kept: 'as accurate as before',
        weaker: 'less accurate, but better than guessing',
        chance: 'no better than guessing',
      },
      count: (n: number) => (n === 0 ? 'none' : inWords(n)),
    },
    act: 'Make the change',
    further: (steps: number) => `Continue training to step ${steps}`,
    after: (steps: number) => `, then ${steps} steps of training`,
    result: 'Results of the changes',
    /** What happened to each relation. */
    outcome: ({ before, after, chance }: Outcome, relations: readonly string[]): string => {
      const parts = relations.map(relationName).map((relation, r) => {
        const [from, to] = [share(before[r]!), share(after[r]!)];
        switch (judgeRelation(before[r]!, after[r]!, chance[r]!)) {
          case 'unlearned':
            return `${relation} was not learned before, at ${from}, and is now at ${to}`;
          case 'kept':
            return from === to
              ? `${relation} stays at ${to}`
              : `${relation} goes from ${from} to ${to}`;
          case 'weaker':
            return `${relation} falls from ${from} to ${to}`;
          case 'chance':
            return `${relation} falls from ${from} to ${to}, which is no better than guessing`;
        }
      });
      return `${capital(parts.join('; '))}.`;
    },
    furtherOutcome: (steps: number, accuracies: readonly number[], relations: readonly string[]) =>
      `After ${steps} steps of training: ${list(relations.map((relation, r) => `${relationName(relation)} ${share(accuracies[r]!)}`))}.`,
  },

  controls: {
    task: 'Task',
    tasks: {
      relations: 'recall letters: one, three and five back, and the first',
      'relations-and-digit': 'recall three letters and the digit',
      induction: 'repeat what followed last time (induction)',
      sentences: 'find who, what and where in a sentence',
    } satisfies Record<TrainingState['task'], string>,
    heads: (run: RunName) => `Heads of run ${runLabel(run)}`,
    seed: 'Seed',
    of: 'More settings of',
    asA: 'Run B is like run A, except for what you choose here.',
    run: (run: RunName) => `Run ${runLabel(run)}`,
    width: 'Numbers per token, d_model',
    layers: 'Layers',
    asTask: 'the task’s default',
    share: 'Same in all heads',
    shares: (letters: string) => {
      if (letters === '') return 'nothing';
      return list([...letters.toUpperCase()]);
    },
    tie: 'Make all heads the same',
    combine: 'Combine heads',
    concat: 'side by side',
    sum: 'summed',
    output: 'Output projection',
    scale: 'Divide scores by',
    optimizer: 'Optimiser',
    rate: 'Learning rate',
    equal: 'Start all heads equal',
    noise: 'Difference at the start',
    noises: { '0': 'none', '1e-7': '10⁻⁷', '0.001': '10⁻³' },
  },

  equal: {
    about: 'All heads start with the same parameters. Do they become different? Run it and see.',
    apart: (run: RunName, value: number, step: number) =>
      value === 0
        ? `At step ${whole(step)} the heads of run ${runLabel(run)} have exactly the same attention weights.`
        : `At step ${whole(step)} an attention weight differs between heads of run ${runLabel(run)} by up to ${anySize(value)}.`,
    since: (step: number) => ` The difference has been above 0.01 since step ${whole(step)}.`,
  },

  foot: {
    checkpoint: (run: RunName) => `Save run ${runLabel(run)} as safetensors`,
  },

  milestones: {
    started: 'Training has started.',
    paused: (step: number) => `Paused at step ${whole(step)}.`,
    solved: (run: RunName, step: number) =>
      `Run ${runLabel(run)} solved the task at step ${whole(step)}.`,
    diverged: (run: RunName, step: number) =>
      `Run ${runLabel(run)} diverged at step ${whole(step)}: the loss was no longer a number.`,
    done: (step: number) => `The runs have stopped at step ${whole(step)}.`,
  },

  table: {
    curves: 'Loss and accuracy, moving average',
    step: 'step',
    loss: (run: RunName) => `loss ${runLabel(run)}`,
    accuracy: (run: RunName, relation: string) => `${relationName(relation)} ${runLabel(run)}`,
    ablation: (run: RunName) => `Run ${runLabel(run)}: accuracy without one head`,
    none: 'with all heads',
  },

  save: {
    note: (task: string, seed: number) => `Task: ${task}. Seed ${seed}.`,
  },

  /** What a run has done, in a sentence. */
  course: (
    run: RunName,
    model: Pick<Model, 'heads' | 'layers'>,
    solvedAt: number | null,
    step: number,
    averages: readonly number[],
  ) => {
    const { heads, layers } = model;
    const shape = headsInWords(heads) + (layers > 1 ? ` in each of ${layersInWords(layers)}` : '');
    if (solvedAt !== null) {
      return `Run ${runLabel(run)}, ${shape}, solved the task at step ${whole(solvedAt)}.`;
    }
    const accuracies = averages.length === 1 ? 'its accuracy is' : 'its accuracies are';
    return `Run ${runLabel(run)}, ${shape}, did not solve the task in ${whole(step)} ${step === 1 ? 'step' : 'steps'}: ${accuracies} ${list(averages.map(share))}.`;
  },

  /** What a screen reader gets of the pictures. */
  describe: {
    run: (run: RunName, parts: readonly string[]) => `Run ${runLabel(run)}: ${parts.join(', ')}`,
    accuracy: (progress: string, relations: readonly string[]) =>
      `${progress}. Accuracy: ${relations.join(', ')}`,
    without: (run: RunName, head: string, relations: readonly string[]) =>
      `Run ${runLabel(run)} without ${head}: ${relations.join(', ')}`,
  },

  finding: {
    idle: (relations: readonly string[], loss: number): Text =>
      html`Neither has learned anything yet. Guessing gives a loss of <b>${fixed(loss)}</b> on
        ${list(relations.map(relationName))}.`,
    ablated: (
      head: number,
      /** null where there is only one. */
      layer: number | null,
      run: RunName,
      relation: string,
      from: number,
      to: number,
      others: string,
    ): Text =>
      html`Without head ${head}${layer === null ? '' : ` of layer ${layer}`}, run ${runLabel(run)}’s
        accuracy on ${wordOf(relationName(relation))} falls from ${share(from)} to
        <b>${share(to)}</b>${others}`,
    chance: ', which is no better than guessing',
    others: (least: number, count: number) => {
      if (count === 0) return '.';
      const others = count === 1 ? 'the other' : `the other ${inWords(count)}`;
      if (least >= 0.995)
        return `; ${others} ${count === 1 ? 'stays' : 'stay'} at ${share(least)}.`;
      return `; ${others} ${count === 1 ? 'is' : 'are'} at ${share(least)}${count === 1 ? '' : ' or more'}.`;
    },
    none: (run: RunName, loss: number, step: number): Text =>
      html`At step ${whole(step)} no relation of run ${runLabel(run)} depends on one head alone; its
        loss is <b>${lossText(loss)}</b>.`,
  },

  settings: (settings: RunSettings): string[] =>
    [
      settings.tie && 'heads tied',
      settings.share !== '' && `same ${list([...settings.share.toUpperCase()])}`,
      settings.combine === 'sum' && 'heads summed',
      !settings.outputProjection && 'no W_O',
      settings.scale === 'none' && 'scores not divided',
      settings.scale === 'sqrt-d-model' && 'divided by √d_model',
      settings.optimizer === 'sgd' && 'SGD',
      settings.rate !== null && `rate ${settings.rate}`,
      settings.equalStart &&
        `equal start${settings.noise > 0 ? ` + ${anySize(settings.noise)}` : ''}`,
    ].filter((part): part is string => part !== false),
};
