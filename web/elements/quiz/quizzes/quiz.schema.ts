/** Made from quiz.schema.json by `npm run types:content`: change that, not this. */

/**
 * One question as data. It stores no answer that is a number or a shape: the core computes those from the question's numbers.
 */
export type Quiz = {
  $schema?: string;
  /**
   * The question's name, up to 60 characters. In mh-answer events, `question` is the id and the seed. It never changes.
   */
  id: string;
  type:
    | 'multiple-choice'
    | 'multiple-response'
    | 'short-answer'
    | 'numeric'
    | 'shape'
    | 'output'
    | 'order';
  topic:
    'heads' | 'shapes' | 'softmax' | 'masks' | 'output' | 'cost' | 'cache' | 'training' | 'code';
  /**
   * The language of its texts, such as de. Without it, that of the page; in the lesson, English.
   */
  lang?: string;
  question: Text;
  code?: Code;
  numbers?: Numbers;
  /**
   * Steps that several answers of this quiz begin with.
   */
  tensors?: Steps;
  /**
   * Why the answer is right, with its derivation; shown once the answer may be seen. {answer} is the answer.
   */
  explanation: Text;
  /**
   * A formula in the numbers whose value is the answer, for Show the multiplication.
   */
  multiplication?: Formula;
  /**
   * The page of the site that explains it: the id of its section after a #.
   */
  section: string;
} & (MultipleChoice | MultipleResponse | ShortAnswer | Numeric | Shape | Output | Order);
/**
 * Plain text. {formula} is replaced by its value, {formula|GiB} in a unit, {formula|3} to 3 decimals, {formula|whole} with its thousands parted; {{ and }} are braces.
 */
export type Text = string;
/**
 * The instances that can be drawn. Each row gives every name a value.
 */
export type Numbers = {
  [k: string]: number;
}[];
export type StepName = string;
/**
 * Calls of the engine, one after the other. In arguments a text is the name of a step before it, else a formula.
 */
export type Steps = {
  name: StepName;
  call:
    | 'tensor.randomNormal'
    | 'tensor.zeros'
    | 'tensor.ones'
    | 'tensor.full'
    | 'tensor.arange'
    | 'tensor.array'
    | 'tensor.add'
    | 'tensor.subtract'
    | 'tensor.multiply'
    | 'tensor.divide'
    | 'tensor.exp'
    | 'tensor.sqrt'
    | 'tensor.tril'
    | 'tensor.triu'
    | 'tensor.where'
    | 'tensor.sum'
    | 'tensor.mean'
    | 'tensor.max'
    | 'tensor.matmul'
    | 'tensor.softmax'
    | 'tensor.reshape'
    | 'tensor.transpose'
    | 'tensor.concat'
    | 'tensor.slice'
    | 'measure.entropy'
    | 'measure.headDistance'
    | 'measure.saturation';
  arguments: unknown[];
}[];
/**
 * In the names of numbers, as the core's formulas.evaluate reads it: + - * / ^, sqrt, log2, ...
 */
export type Formula = string;
/**
 * A number that the core computes: a formula, a layer's configuration, a cost, or an element of a tensor.
 */
export type Number =
  | Formula
  | Configured
  | Cost
  | Combined
  | {
      run: 'tensor';
      steps?: Steps;
      value: StepName;
      /**
       * The element's place; left out for a tensor with one element.
       */
      at?: Formula[];
    };
/**
 * The shape of a tensor that the core makes.
 */
export type TensorShape =
  | {
      run: 'trace';
      config: Config;
      /**
       * Left out: x is [T, d_model].
       */
      B?: Formula;
      T: Formula;
      /**
       * Cross-attention to S tokens.
       */
      S?: Formula;
      read:
        | 'q'
        | 'k'
        | 'v'
        | 'scores'
        | 'maskedScores'
        | 'weights'
        | 'heads'
        | 'combined'
        | 'output'
        | 'wq'
        | 'wk'
        | 'wv'
        | 'wo';
    }
  | {
      run: 'tensor';
      steps?: Steps;
      shape: StepName;
    };
export type Option =
  | {
      value: Formula;
      shape?: undefined;
      text?: undefined;
      right?: true;
      /**
       * What leads to this answer. For a wrong one, it must not contain the right answer.
       */
      feedback: Text;
    }
  | {
      value?: undefined;
      shape: ShapeText;
      text?: undefined;
      right?: true;
      /**
       * What leads to this answer. For a wrong one, it must not contain the right answer.
       */
      feedback: Text;
    }
  | {
      value?: undefined;
      shape?: undefined;
      text: Text;
      right?: true;
      /**
       * What leads to this answer. For a wrong one, it must not contain the right answer.
       */
      feedback: Text;
    };
/**
 * As the core's shapes.parse reads it: [B, H, T, d_head].
 */
export type ShapeText = string;
/**
 * @minItems 2
 * @maxItems 2
 */
export type Pair = [Number, Number];
export type Written =
  | {
      /**
       * Every formula that has its value, for any values of the names, is right.
       */
      formula: Formula;
      /**
       * What a learner may write, also in mistakes: 'd_head', or 'd_model = num_heads*d_head' where it follows from those before it. Their aliases are known.
       */
      names: string[];
      words?: undefined;
    }
  | {
      formula?: undefined;
      names?: undefined;
      words: Words;
    };
/**
 * Any of these; capitals and spaces do not matter. The first is shown.
 */
export type Words = string[];
/**
 * How the answer is shown, and what a number without a unit means. The answer itself is in bytes, FLOPs, a fraction (%), or plain.
 */
export type Unit =
  | 'B'
  | 'kB'
  | 'MB'
  | 'GB'
  | 'TB'
  | 'KiB'
  | 'MiB'
  | 'GiB'
  | 'TiB'
  | 'FLOPs'
  | 'MFLOPs'
  | 'GFLOPs'
  | 'TFLOPs'
  | '%'
  | 'nats'
  | 'tokens'
  | 'heads'
  | 'parameters';
export type AnswerLine =
  | Text
  | {
      value: Number;
      decimals?: Decimals;
    }
  | {
      shape: TensorShape;
    }
  | {
      values: TensorValues;
      decimals?: Decimals;
    };
/**
 * To how many decimals it is printed and compared.
 */
export type Decimals = number;
export type MistakenLine =
  | null
  | AnswerLine
  | {
      shape: ShapeText;
    };

export interface Code {
  language: 'python' | 'javascript' | 'text';
  /**
   * Placeholders as in text; {{ and }} are braces.
   */
  lines: string[];
}
/**
 * One of n. With an answer, the right option is the one whose value or shape the core computes; without, the one that says so.
 */
export interface MultipleChoice {
  type: 'multiple-choice';
  answer?: Number | TensorShape;
  options: Option[];
}
/**
 * A layer is made with this configuration, and one number of it read.
 */
export interface Configured {
  run: 'attention';
  config: Config;
  read: 'dModel' | 'numHeads' | 'numKvHeads' | 'dHead';
}
export interface Config {
  dModel: Formula;
  numHeads: Formula;
  numKvHeads?: Formula;
  dHead?: Formula;
  combine?: 'concat' | 'sum' | 'mean';
  outputProjection?: boolean;
}
/**
 * A call of engine.cost, and the number of its result that is meant.
 */
export interface Cost {
  run: 'cost';
  call: 'parameters' | 'flops' | 'kvCache' | 'attentionMemory';
  /**
   * The name of one of engine.cost.models, or its sizes; `from` takes those of a known model that are not given.
   */
  model:
    | string
    | {
        from?: string;
        dModel?: Formula;
        numHeads?: Formula;
        numKvHeads?: Formula;
        dHead?: Formula;
        numLayers?: Formula;
        dFf?: Formula;
        vocabSize?: Formula;
        activation?: 'relu' | 'gelu' | 'swiglu' | 'geglu';
        bias?: boolean;
        tiedEmbeddings?: boolean;
      };
  given?: {
    seqLen?: Formula;
    batch?: Formula;
    bytesPerElement?: Formula;
    causal?: boolean;
    kernel?: 'reference' | 'fused';
  };
  /**
   * A field of what the call returns, such as bytes.
   */
  read: string;
}
/**
 * A formula of other computed numbers, such as the ratio of two costs.
 */
export interface Combined {
  run: 'formula';
  formula: Formula;
  of: {
    [k: string]: Number;
  };
}
/**
 * All that are right, of n.
 */
export interface MultipleResponse {
  type: 'multiple-response';
  options: Statement[];
}
export interface Statement {
  text: Text;
  /**
   * Left out where the statement is wrong. A statement about numbers says which two are the same, or differ, and the core decides.
   */
  right?:
    | true
    | (
        | {
            same: Pair;
            differ?: undefined;
          }
        | {
            same?: undefined;
            differ: Pair;
          }
      );
  feedback: Text;
}
/**
 * A formula or a word or two.
 */
export interface ShortAnswer {
  type: 'short-answer';
  answer: Written;
  mistakes: (
    | {
        formula: Formula;
        words?: undefined;
        feedback: Text;
      }
    | {
        formula?: undefined;
        words: Words;
        feedback: Text;
      }
  )[];
}
/**
 * A number, with its unit where it has one.
 */
export interface Numeric {
  type: 'numeric';
  numbers: Numbers;
  answer: Number;
  unit?: Unit;
  /**
   * Relative: 0.01 accepts what is within a hundredth of the answer. Without it 0.005.
   */
  tolerance?: number;
  mistakes: {
    /**
     * In the unit's base, as the answer; a formula may use the name answer.
     */
    value: Number;
    feedback: Text;
  }[];
}
/**
 * The shape of a tensor, written with sizes or with the names in numbers.
 */
export interface Shape {
  type: 'shape';
  numbers: Numbers;
  answer: TensorShape;
  mistakes: {
    shape: ShapeText;
    feedback: Text;
  }[];
}
/**
 * What the code prints, line by line.
 */
export interface Output {
  type: 'output';
  code: Code;
  answer: AnswerLine[];
  mistakes: {
    /**
     * Lines of a wrong output; null matches any line.
     */
    lines: MistakenLine[];
    feedback: Text;
  }[];
}
/**
 * All elements of a tensor, in their order; steps go on from the quiz's tensors.
 */
export interface TensorValues {
  run: 'tensor';
  steps?: Steps;
  values: StepName;
}
/**
 * Steps, listed in their right order.
 */
export interface Order {
  type: 'order';
  steps: {
    text: Text;
    /**
     * Why it cannot be earlier or later.
     */
    feedback: Text;
    /**
     * Neighbours of one group may change places.
     */
    group?: string;
  }[];
}
