import type {
  Attention,
  Engine,
  Tensor,
  Trainer,
  TrainerSample,
} from '../../../emscripten/package/index.js';
import type { SandboxState } from './state.js';
import { at, largest, part } from '../../lib/tensor-view.js';

/** The model's prediction for one relation at a word. */
export interface ModelAnswer {
  readonly relation: string;
  readonly answer: string;
  readonly probability: number;
  /** The right answer, and its probability in the model. */
  readonly wanted: string;
  readonly wantedProbability: number;
}

/** The lesson's model, and its accuracy with the sandbox's experiments. */
export class TrainedModel {
  readonly #whole: Trainer;
  /** Models with fewer key/value heads, by their number. */
  readonly #grouped = new Map<number, Trainer>();
  readonly #known: ReadonlySet<string>;
  #targets: { readonly sentence: string; readonly targets: TrainerSample['targets'] } | null = null;
  readonly #accuracies = new Map<string, readonly number[]>();
  readonly #waiting = new Map<string, () => readonly number[]>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    engine: Engine,
    file: Uint8Array,
    readonly onMeasured: () => void,
  ) {
    this.#whole = engine.trainerFromCheckpoint(file);
    this.#known = new Set(this.#whole.vocabulary);
  }

  get vocabulary(): readonly string[] {
    return this.#whole.vocabulary;
  }
  get relations(): readonly string[] {
    return this.#whole.relations;
  }

  /** Case does not matter, as in the core. */
  knows(token: string): boolean {
    return this.#known.has(token.toLowerCase());
  }

  /** A new layer. The caller must dispose of it. */
  layer(kvHeads: number | null): Attention {
    return this.#trainer(kvHeads).attention();
  }

  /** The input of its layer, [T, dModel]. */
  embed(tokens: readonly string[]): Tensor {
    return this.#whole.embed(tokens);
  }

  /** The predictions at each word; null if the output's width does not fit the readout. */
  read(tokens: readonly string[], output: Tensor): readonly (readonly ModelAnswer[])[] | null {
    if (output.shape[1] !== this.#whole.config.dModel) return null;
    const probabilities = this.#whole.readOut(output);
    return this.#targetsOf(tokens).map((wanted, t) =>
      this.relations.flatMap((relation, r): ModelAnswer[] => {
        if (wanted[r] === '') return [];
        const row = part(probabilities, t, r);
        const token = largest(row.data);
        return [
          {
            relation,
            answer: this.vocabulary[token]!,
            probability: at(row, token),
            wanted: wanted[r]!,
            wantedProbability: at(row, this.vocabulary.indexOf(wanted[r]!)),
          },
        ];
      }),
    );
  }

  /** The right answers at each word. They stay the same while only the heads change. */
  #targetsOf(tokens: readonly string[]): TrainerSample['targets'] {
    const sentence = tokens.join(' ');
    if (this.#targets?.sentence !== sentence) {
      this.#targets = { sentence, targets: this.#whole.sample({ tokens }).targets };
    }
    return this.#targets.targets;
  }

  /**
   * The accuracy of each relation with a state's experiments, on 512 sentences that are not used in
   * training. The first call starts the measurement in the background and returns undefined; null if
   * this experiment cannot be measured.
   */
  accuracy(state: SandboxState): readonly number[] | null | undefined {
    const { kvHeads, tie, scale, outputProjection, removed, heads } = state;
    if (state.edits.length > 0) return null;
    if (state.causal || state.combine !== 'concat' || state.embeddingScale !== 1) return null;
    const key = JSON.stringify([kvHeads, tie, scale, outputProjection, removed]);
    const known = this.#accuracies.get(key);
    if (known) return known;
    const headMask = Array.from({ length: heads }, (_, head) => (removed.includes(head) ? 0 : 1));
    const change = { headMask, tieHeads: tie, scale, outputProjection };
    this.#waiting.set(key, () => this.#trainer(kvHeads).evaluate(change).accuracy);
    this.#timer ??= setTimeout(this.#measure);
    return undefined;
  }

  /** Cancels pending measurements, because another state is shown. */
  forget() {
    this.#waiting.clear();
  }

  /** Measures one at a time, so that the page stays responsive. */
  #measure = () => {
    this.#timer = undefined;
    const [next] = this.#waiting;
    if (next) {
      const [key, run] = next;
      this.#waiting.delete(key);
      this.#accuracies.set(key, run());
    }
    if (this.#waiting.size > 0) this.#timer = setTimeout(this.#measure);
    else this.onMeasured();
  };

  #trainer(kvHeads: number | null): Trainer {
    if (kvHeads === null || kvHeads === this.#whole.config.numKvHeads) return this.#whole;
    const known = this.#grouped.get(kvHeads);
    if (known) return known;
    const grouped = this.#whole.toGrouped(kvHeads);
    this.#grouped.set(kvHeads, grouped);
    return grouped;
  }

  dispose() {
    clearTimeout(this.#timer);
    this.#waiting.clear();
    for (const trainer of this.#grouped.values()) trainer.dispose();
    this.#whole.dispose();
  }
}
