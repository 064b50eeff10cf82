import type { Operation } from '../../lib/training/operation.js';
import type { Race } from './charts.js';
import type { TrainingRace } from './race.js';
import type { RunName, RunSettings, TrainingState } from './state.js';
import type { Operating } from './operating.js';

/** What the bench's templates show, and what they do on input. */
export interface TrainingView {
  readonly race: TrainingRace;
  /** The runs up to the shown step; null before they are created. */
  readonly shownRace: Race | null;
  readonly state: TrainingState;
  readonly width: number;
  readonly theme: string;
  readonly isMore: boolean;
  /** The run whose settings are shown behind "More". */
  readonly edited: RunName;
  /** Whether training waits for a prediction. */
  readonly isPredictionOpen: boolean;

  readonly operating: Operating;

  readonly change: (change: Partial<TrainingState>) => void;
  readonly changeRun: (run: RunName, change: Partial<RunSettings>) => void;
  readonly edit: (run: RunName) => void;
  readonly toggleMore: () => void;
  readonly reset: () => void;
  readonly play: () => void;
  readonly restart: () => void;
  readonly pause: () => void;
  readonly step: () => void;
  readonly scrub: (step: number) => void;
  readonly runOn: () => void;
  readonly reseed: () => void;
  /** Null where there is nothing to undo, or to redo. */
  readonly undo: (() => void) | null;
  readonly redo: (() => void) | null;
  readonly chooseModel: (run: RunName) => void;
  readonly chooseOperation: (operation: Operation | null) => void;
  readonly operate: (event: CustomEvent<number>) => void;
  readonly trainPooled: (steps: number) => void;
}
