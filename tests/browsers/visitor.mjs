/** What a visitor does in any of the browsers: looks for things, clicks and types. */
import assert from 'node:assert/strict';

/**
 * Runs in the page: these functions find elements also inside of other elements. In 'a >> b', b is
 * somewhere in a.
 */
const inPage = `
  const matching = function* (root, selector) {
    for (const element of root.querySelectorAll('*')) {
      if (element.matches(selector)) yield element;
      if (element.shadowRoot) yield* matching(element.shadowRoot, selector);
    }
  };
  const all = function* (root, path) {
    const [selector, ...inner] = path.split(' >> ');
    for (const element of matching(root, selector)) {
      if (inner.length === 0) yield element;
      else yield* all(element.shadowRoot ?? element, inner.join(' >> '));
    }
  };
  const shownText = (element) =>
    [element.getAttribute('aria-label') ?? '', element.innerText ?? '', element.value ?? ''].join('\\n');
  const isShown = (element) => element.getClientRects().length > 0 && element.checkVisibility();
  const find = (selector, text = '') => {
    for (const element of all(document, selector)) {
      if (isShown(element) && shownText(element).includes(text)) return element;
    }
    return null;
  };
  const until = async (look) => {
    for (const start = Date.now(); ; await new Promise((go) => setTimeout(go, 30))) {
      const found = await look();
      if (found) return found;
      if (Date.now() - start > patience) return null;
    }
  };
`;

export class Visitor {
  #browser;
  /** How long to wait for what comes, in ms. */
  patience = 20_000;

  constructor(browser) {
    this.#browser = browser;
  }

  /** Opens a page; another hash is another page. */
  async open(address) {
    await this.#browser.goto('about:blank');
    await this.#browser.goto(address);
  }

  /** Runs an async function in the page. It may use the functions above. @return its result */
  async run(action, ...args) {
    const body = `const patience = ${this.patience}; ${inPage} return (${action})(...${JSON.stringify(args)});`;
    const text = await this.#browser.evaluate(
      `(async () => JSON.stringify((await (async () => { ${body} })()) ?? null))()`,
    );
    return JSON.parse(text);
  }

  /** Waits until an element is shown that has this text or label. @return all its text */
  async see(selector, text = '') {
    const seen = await this.run(
      async (selector, text) => {
        const found = await until(() => find(selector, text));
        return found ? shownText(found) : null;
      },
      selector,
      text,
    );
    const page = () => this.run(() => document.body.innerText.slice(0, 500));
    if (seen === null) assert.fail(`no ${selector} with '${text}' in: ${await page()}`);
    return seen;
  }

  /** Waits until a function is true in the page. */
  async until(isTrue) {
    const met = await this.run(`async () => Boolean(await until(${isTrue}))`);
    assert.ok(met, `never true: ${isTrue}`);
  }

  async click(selector, text = '') {
    await this.see(selector, text);
    const place = await this.run(
      async (selector, text) => {
        const element = find(selector, text);
        element.scrollIntoView({ block: 'center', behavior: 'instant' });
        await new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)));
        const { left, top, width, height } = element.getBoundingClientRect();
        return { x: left + width / 2, y: top + height / 2 };
      },
      selector,
      text,
    );
    await this.#browser.click(place);
  }

  async type(selector, text) {
    await this.click(selector);
    await this.#browser.press([...text]);
  }

  press(...keys) {
    return this.#browser.press(keys);
  }
}
