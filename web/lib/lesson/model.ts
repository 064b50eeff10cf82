import description from './sentences.json' with { type: 'json' };

/** Facts about the lesson's model, written by `npm run train:lesson`. */
export const lessonModel = {
  seed: description.seed,
  /** How many seeds were compared. */
  seeds: description.seeds,
  heads: description.heads,
  dModel: description.dModel,
  /** The maximum number of words. */
  tokens: description.seqLen,
  relations: description.relations,
  /** [H][relations]: the mean weight on the answer's word, in the 512 sentences of the evaluation. */
  massOnAnswer: description.massOnAnswer,
} as const;
