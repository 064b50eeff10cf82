import type { AttentionConfig, Engine } from '../../emscripten/package/contract.js';

/** One question as data, see web/lesson/quizzes/quiz.schema.json. A union of types as they come. */
export type Quiz = MultipleChoice;

export interface MultipleChoice {
  readonly id: string;
  readonly type: 'multiple-choice';
  readonly question: string;
  readonly numbers: readonly Numbers[];
  readonly answer: Computed;
  readonly options: readonly Option[];
}
export type Numbers = Readonly<Record<string, number>>;
/** A layer with this configuration, and the number of it that is the answer. */
export interface Computed {
  readonly run: 'attention';
  readonly config: Readonly<Record<'dModel' | 'numHeads', string>> &
    Readonly<Partial<Record<'numKvHeads' | 'dHead', string>>>;
  readonly read: 'dModel' | 'numHeads' | 'numKvHeads' | 'dHead';
}
export interface Option {
  /** An expression; also the option's name in a stored state. */
  readonly value: string;
  readonly feedback: string;
}

/** A quiz with its numbers drawn. */
export interface DrawnQuiz {
  readonly question: string;
  /** In the order of this draw. */
  readonly options: readonly DrawnOption[];
}
export interface DrawnOption {
  readonly name: string;
  readonly value: number;
  readonly feedback: string;
  readonly isRight: boolean;
}

/** The same seed draws the same numbers in the same order. Every value is the core's. */
export function drawQuiz(quiz: Quiz, seed: number, engine: Engine): DrawnQuiz {
  const numbers = quiz.numbers[seed % quiz.numbers.length]!;
  const right = computed(quiz.answer, numbers, engine);
  const options = quiz.options.map(({ value: name, feedback }) => {
    const value = evaluate(name, numbers, engine);
    return { name, value, feedback: fill(feedback, numbers, engine), isRight: value === right };
  });
  const places = engine.tensor.randomNormal([options.length], { seed }).data;
  const order = [...options.keys()].sort((a, b) => places[a]! - places[b]!);
  return {
    question: fill(quiz.question, numbers, engine),
    options: order.map((index) => options[index]!),
  };
}

/** The answer that the core finds. */
export function computed({ config, read }: Computed, numbers: Numbers, engine: Engine): number {
  const given = Object.entries(config).map(([key, text]) => [key, evaluate(text, numbers, engine)]);
  const layer = engine.attention(Object.fromEntries(given) as AttentionConfig);
  try {
    return layer.config[read];
  } finally {
    layer.dispose();
  }
}

/** "d_model*num_heads" has the form of an axis of a shape, which the core reads. */
export function evaluate(expression: string, numbers: Numbers, engine: Engine): number {
  const values = engine.shapes.parse(expression, numbers);
  if (values.length !== 1) throw new RangeError(`'${expression}' is not one number`);
  return values[0]!;
}

/** Replaces each {expression} by its value. */
export const fill = (text: string, numbers: Numbers, engine: Engine): string =>
  text.replace(/\{([^{}]*)\}/gu, (_, inner: string) => String(evaluate(inner, numbers, engine)));
