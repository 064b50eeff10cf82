import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** How long each step is shown, in ms. */
export const paces = { slow: 4000, medium: 2000, fast: 700 } as const;
export type Pace = keyof typeof paces;

/** Plays the steps one after the other. */
export class StepsPlayer implements ReactiveController {
  isPlaying = false;
  pace: Pace = 'medium';

  readonly #host: ReactiveControllerHost;
  readonly #advance: () => boolean;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param advance  shows the next step; returns false if that was the last one */
  constructor(host: ReactiveControllerHost, advance: () => boolean) {
    this.#host = host;
    this.#advance = advance;
    host.addController(this);
  }

  hostDisconnected() {
    this.pause();
  }

  play() {
    this.isPlaying = true;
    this.#wait();
  }

  pause() {
    clearTimeout(this.#timer);
    this.isPlaying = false;
    this.#host.requestUpdate();
  }

  /** During playback, the current step's time starts again. */
  setPace(pace: Pace) {
    this.pace = pace;
    if (this.isPlaying) this.#wait();
  }

  #wait() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (this.#advance()) this.#wait();
      else this.pause();
    }, paces[this.pace]);
    this.#host.requestUpdate();
  }
}
