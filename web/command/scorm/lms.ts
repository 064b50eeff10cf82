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

/**
 * The learning system's API: in a window around this page, or around one that opened such a window,
 * since some systems show a page in a frame of a window of its own.
 */
function findApi(): Api | null {
  const windows = new Set(framesAround(window));
  for (const each of windows) {
    const api = apiOf(each);
    if (api) return api;
    for (const frame of framesAround(each.opener as Window | null)) windows.add(frame);
  }
  return null;
}

/** A window, and those that it is in. */
function framesAround(inner: Window | null): Window[] {
  const frames: Window[] = [];
  for (let frame = inner; frame && frames.length < mostFrames; frame = frame.parent) {
    frames.push(frame);
    if (frame.parent === frame) break;
  }
  return frames;
}

/** A window of another host throws. An element with the id API is no API. */
function apiOf(frame: Window): Api | null {
  try {
    const { API: api } = frame as Window & { API?: Partial<Api> };
    return api?.LMSInitialize ? (api as Api) : null;
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
    const api = findApi();
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
