/** Made from questions.schema.json by `npm run types:content`: change that, not this. */

/**
 * Plain text; `code`. {formula} is replaced by its value, {formula|GiB} in a unit, {formula|3} to 3 decimals, {formula|whole} with its thousands parted.
 */
export type Text = string;
/**
 * What the core computes: a formula, or a call of engine.cost and the number of its result that is meant.
 */
export type Number =
  | Formula
  | {
      run: 'cost';
      call: 'parameters' | 'flops' | 'kvCache' | 'attentionMemory';
      /**
       * Its sizes as formulas; `from` takes those of one of engine.cost.models that are not given.
       */
      model: {
        [k: string]: Formula | boolean | Formulas;
      };
      given?: Formulas;
      /**
       * A field of what the call returns, such as bytes.
       */
      read: string;
    };
/**
 * In the names of the numbers before it, as the core's formulas.evaluate reads it: + - * / ^, sqrt, ...
 */
export type Formula = string;

/**
 * Questions with model answers. Every number in them is the core's, an input of it, or cited.
 */
export interface InterviewQuestions {
  $schema?: string;
  questions: Question[];
}
export interface Question {
  /**
   * Notes and ratings are kept under it. It never changes.
   */
  id: string;
  question: Text;
  stars: 1 | 2 | 3;
  /**
   * Companies that are said to ask it. None: it is about a common mistake.
   */
  companies: string[];
  numbers?: {
    [k: string]: Number;
  };
  /**
   * Numbers from a paper, a configuration, a data sheet or our training runs.
   */
  cited?: string[];
  /**
   * Paragraphs.
   */
  answer: Text[];
  /**
   * What a good answer names.
   */
  points: Text[];
}
export interface Formulas {
  [k: string]: Formula | boolean;
}
