/**
 * A browser context whose page serves one test after another. A new page costs 0.15 s of a
 * processor; Playwright's own `reuseContext` also empties the cache, so that each test compiles
 * the site's scripts anew.
 */
export class KeptContext {
  /** What takes away again what the test has added. */
  #undo = [];
  /** Whether the page, or all of the context, has what only closing it removes. */
  #mustClosePage = false;
  #mustClose = false;
  #openDevTools;

  constructor(context) {
    this.context = context;
    this.#openDevTools = context.newCDPSession.bind(context);
    beforeCalls(context, ['newCDPSession'], () => (this.#mustClosePage = true));
    const mark = () => (this.#mustClose = true);
    beforeCalls(context, ['addInitScript', 'exposeBinding', 'exposeFunction', 'route'], mark);
    beforeCalls(context.clock, ['install'], mark);
    context.on('page', (page) => this.#watch(page));
    this.#watchListeners(context);
  }

  #watch(page) {
    const addInitScript = page.addInitScript.bind(page);
    page.addInitScript = async (...args) => {
      const script = await addInitScript(...args);
      this.#undo.push(() => script.dispose());
      return script;
    };
    beforeCalls(page, ['exposeBinding', 'exposeFunction'], () => (this.#mustClosePage = true));
    this.#watchListeners(page);
  }

  #watchListeners(emitter) {
    beforeCalls(emitter, ['on'], (event, listener) =>
      this.#undo.push(() => emitter.off(event, listener)),
    );
  }

  /**
   * Removes what a test left: pages, what they stored, permissions, emulation.
   * @return whether the next test can have the context
   */
  async empty({ viewport, colorScheme }) {
    const { context } = this;
    if (this.#mustClose) {
      await context.close();
      return false;
    }
    for (const undo of this.#undo.splice(0)) await undo();
    const [page, ...others] = context.pages();
    for (const other of others) await other.close();
    await context.setOffline(false);
    await context.clearPermissions();
    if (!page) return true;
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.goto('about:blank');
    await this.#clearStorage(page);
    if (this.#mustClosePage) {
      await page.close();
      this.#mustClosePage = false;
      return true;
    }
    await page.mouse.move(0, 0); // where a new page has it
    const byDefault = { media: null, contrast: null, forcedColors: null, reducedMotion: null };
    await page.emulateMedia({ ...byDefault, colorScheme });
    await page.setViewportSize(viewport);
    return true;
  }

  async #clearStorage(page) {
    const devTools = await this.#openDevTools(page);
    await devTools.send('Storage.clearDataForOrigin', { origin: '*', storageTypes: stored });
    await devTools.detach();
  }
}

/** All but the caches of files and of compiled scripts. */
const stored = 'cookies,file_systems,indexeddb,local_storage,service_workers,cache_storage';

function beforeCalls(object, names, act) {
  for (const name of names) {
    const method = object[name];
    object[name] = (...args) => {
      act(...args);
      return method.apply(object, args);
    };
  }
}
