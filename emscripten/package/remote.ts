/** The engine in a worker: the types of the contract, with a promise for each call. */
import type {
  Attention,
  CheckpointOptions,
  Engine,
  FeedForward,
  Handle,
  KvCache,
  LatentAttention,
  LoadOptions,
  Trainer,
  TrainingReport,
} from './contract.js';

/** The type on this side of a value of the engine. */
type RemoteValue<T> = T extends Trainer
  ? RemoteTrainer
  : T extends Attention
    ? Remote<Attention>
    : T extends LatentAttention
      ? Remote<LatentAttention>
      : T extends FeedForward
        ? Remote<FeedForward>
        : T extends KvCache
          ? Remote<KvCache>
          : T;

type RemoteMember<Member> = Member extends (...args: infer Args) => infer Result
  ? (
      ...args: { [Index in keyof Args]: RemoteValue<Args[Index]> }
    ) => Promise<RemoteValue<Awaited<Result>>>
  : Member;

/**
 * The same functions, each with a promise of its result. Values such as `config` and `length` are
 * those after the last call that was answered.
 */
export type Remote<T> = Members<T> & WithSignal<Remote<T>>;

type Members<T> = {
  readonly [Name in keyof T as Name extends symbol ? never : Name]: RemoteMember<T[Name]>;
};

interface WithSignal<Self> {
  /**
   * The same object of the worker. Calls through it reject with the signal's reason once that is
   * aborted; what they have begun ends in the worker, and its result is dropped. A second signal is
   * added to the first. Objects that the calls make have no signal.
   */
  withSignal(signal: AbortSignal): Self;
}

type Topic = 'tensor' | 'cost' | 'measure' | 'identities' | 'shapes' | 'formulas' | 'limits';

export interface RemoteEngine
  extends
    Members<Omit<Engine, Topic | 'attentionFromCheckpoint' | 'trainerFromCheckpoint'>>,
    Topics,
    WithSignal<RemoteEngine> {
  attentionFromCheckpoint(file: Bytes, options: CheckpointOptions): Promise<Remote<Attention>>;
  trainerFromCheckpoint(file: Bytes): Promise<RemoteTrainer>;
  /** Ends the worker at once, also in the middle of a call. Calls then reject: DisposedError. */
  terminate(): void;
}

type Bytes = Blob | Uint8Array | ArrayBuffer;
type Topics = { readonly [Name in Topic]: Remote<Engine[Name]> };

export interface StepsOptions {
  /** The most steps; by default there is no limit. */
  count?: number;
  /** Steps for each report, 1 by default: a model that is already solved is trained by as many. */
  every?: number;
  /** Rejects with the signal's reason. Steps that have begun end in the worker. */
  signal?: AbortSignal;
}
export interface TrainOptions extends StepsOptions {
  /** Called with each report. */
  onProgress?: (report: TrainingReport) => void;
}

export interface RemoteTrainer extends Members<Trainer>, WithSignal<RemoteTrainer> {
  /** Trains while it is iterated, until all is solved or the loss diverges. */
  steps(options?: StepsOptions): AsyncGenerator<TrainingReport, void>;
  /** The same in one call, with the last report. */
  train(options?: TrainOptions): Promise<TrainingReport | null>;
}

export interface RemoteLoadOptions extends LoadOptions {
  /** Ends the worker, while it loads and later; all calls reject with the signal's reason. */
  signal?: AbortSignal;
}

/** An object of the engine: its functions, and the other members as they are now. */
export interface Description {
  readonly methods: readonly string[];
  readonly values: Readonly<Record<string, unknown>>;
}
export interface EngineDescription extends Description {
  readonly topics: Readonly<Record<string, Description>>;
}

/** An argument that is an object of the worker: its place among the arguments, and its number. */
export type HandleArgument = readonly [index: number, handle: number];

/** An error, so that the other side can throw the same class. */
export interface ErrorRecord {
  readonly code: string;
  readonly name: string;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
}

export type Reply =
  | { readonly error: ErrorRecord }
  | {
      readonly value?: unknown;
      /** A new object instead of a value. */
      readonly made?: { readonly number: number; readonly description: Description };
      /** The values of the object whose function was called. */
      readonly values: Readonly<Record<string, unknown>>;
    };

export type Loaded = EngineDescription | { readonly error: ErrorRecord };

/** The functions of the worker. Number 0 is the engine. */
export interface EngineService {
  load(wasm: WebAssembly.Module): Promise<Loaded>;
  call(
    number: number,
    topic: string | null,
    name: string,
    args: unknown[],
    handles: readonly HandleArgument[],
  ): Promise<Reply>;
  release(number: number): void;
}

export type AnyHandle = Handle & Record<string, unknown>;
