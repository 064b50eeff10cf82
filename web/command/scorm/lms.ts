/** The functions of a SCORM 1.2 learning system that we call. */
interface Api {
  LMSInitialize(empty: ''): unknown;
  LMSGetValue(name: string): unknown;
  LMSSetValue(name: string, value: string): unknown;
  LMSCommit(empty: ''): unknown;
  LMSFinish(empty: ''): unknown;
}

/** How far up the frames the learning system may be. */
const mostFrames = 50;

/** The learning system's API: in a window around this page, or around the one that opened it. */
function findApi(start: Window | null): Api | null {
  let frame = start;
  for (let depth = 0; frame && depth < mostFrames; depth += 1) {
    const api = apiOf(frame);
    if (api) return api;
    if (frame.parent === frame) break;
    frame = frame.parent;
  }
  return null;
}

/** A window of another host throws. */
function apiOf(frame: Window): Api | null {
  try {
    return (frame as Window & { API?: Api }).API ?? null;
  } catch {
    return null;
  }
}

/** A learning system; without one, a lesson works as a plain page. None of its errors ends the lesson. */
export class Lms {
  readonly #api: Api;
  #isOpen: boolean;

  private constructor(api: Api) {
    this.#api = api;
    this.#isOpen = this.#call(() => api.LMSInitialize('')) === 'true';
  }

  /** Null where there is no learning system, or it does not start. */
  static find(): Lms | null {
    const opener = window.opener as Window | null;
    const api = findApi(window) ?? (opener ? findApi(opener) : null);
    const lms = api && new Lms(api);
    return lms !== null && lms.#isOpen ? lms : null;
  }

  get(name: string): string {
    return this.#call(() => this.#api.LMSGetValue(name));
  }
  set(name: string, value: string) {
    if (this.#isOpen) this.#call(() => this.#api.LMSSetValue(name, value));
  }
  commit() {
    if (this.#isOpen) this.#call(() => this.#api.LMSCommit(''));
  }
  finish() {
    if (this.#isOpen) this.#call(() => this.#api.LMSFinish(''));
    this.#isOpen = false;
  }

  #call(run: () => unknown): string {
    try {
      return String(run() ?? '');
    } catch {
      return '';
    }
  }
}
