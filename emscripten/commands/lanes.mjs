/** Runs tasks in parallel, up to a number of lanes, in the order of the calls. */
export class Lanes {
  #free;
  #waiting = [];

  constructor(count) {
    this.count = count;
    this.#free = count;
  }

  /** Runs `work` once `lanes` of them are free. @return what it resolves to */
  async take(lanes, work) {
    await new Promise((start) => {
      this.#waiting.push({ lanes, start });
      this.#startWaiting();
    });
    try {
      return await work();
    } finally {
      this.#free += lanes;
      this.#startWaiting();
    }
  }

  #startWaiting() {
    while (this.#waiting.length > 0 && this.#waiting[0].lanes <= this.#free) {
      const { lanes, start } = this.#waiting.shift();
      this.#free -= lanes;
      start();
    }
  }
}
