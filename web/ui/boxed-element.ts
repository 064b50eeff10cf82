import { LitElement, type PropertyDeclarations } from 'lit';
import type { ElementClasses } from './register.js';

/**
 * What a page may assign to the properties that set a state, besides what is in it: text, as in an
 * attribute. A name that the state does not have says that something is absent.
 */
export type Settings<Declared, State> = {
  [Name in keyof Declared]:
    | (Name extends keyof State
        ? State[Name] extends boolean
          ? boolean
          : State[Name] | string | null
        : boolean)
    | undefined;
};

/**
 * An element that draws into a box within its shadow root. The page's own rules win over `:host`
 * and do not reach the box; and the box has the language and theme, so that the element itself
 * keeps the attributes that the page gave it, which frameworks compare with what a server sent.
 */
export abstract class BoxedElement extends LitElement {
  /** The elements that it draws with: they are registered with it. */
  static readonly parts: ElementClasses = {};
  static override properties: PropertyDeclarations = { theme: {} };
  /** light, dark or system; empty for the page's own. */
  declare theme: string;

  constructor() {
    super();
    this.theme = '';
    this.addController({
      hostUpdate: () => {
        this.box.dataset['theme'] = this.theme;
      },
    });
  }

  /** What everything is drawn into. */
  get box(): HTMLElement {
    return this.renderRoot as HTMLElement;
  }

  protected override createRenderRoot(): HTMLElement {
    const box = document.createElement('div');
    box.className = 'box';
    super.createRenderRoot().append(box);
    return box;
  }
}
