import { LitElement, type CSSResult, type PropertyDeclarations } from 'lit';
import { keepFocus } from './focus.js';
import type { ElementClasses } from './register.js';

/**
 * The types that a page may assign to the settings of an element: the state's own type, or text as
 * in an attribute. A setting that is not in the state, such as `noOutputProjection`, is a boolean.
 */
export type Settings<Declared, State> = {
  -readonly [Name in keyof Declared]:
    | (Name extends keyof State
        ? State[Name] extends boolean
          ? boolean
          : State[Name] | string | null
        : boolean)
    | undefined;
};

/**
 * An element that draws into a box within its shadow root. A page's style rules override `:host`,
 * but do not reach the box. Language and theme are set on the box too, because frameworks compare
 * the attributes of the element itself with those in the server's HTML. The element may be moved to
 * another document, such as that of a picture-in-picture window.
 */
export abstract class BoxedElement extends LitElement {
  /** The elements that it draws with. They are registered together with it. */
  static readonly parts: ElementClasses = {};
  static override properties: PropertyDeclarations = { theme: {} };
  /** light, dark or system; empty for the page's theme. */
  declare theme: string;

  constructor() {
    super();
    this.theme = '';
    keepFocus(this);
    this.addController({
      hostUpdate: () => {
        this.box.dataset['theme'] = this.theme;
      },
    });
  }

  /** The root of everything that the element draws. */
  get box(): HTMLElement {
    return this.renderRoot as HTMLElement;
  }

  protected override createRenderRoot(): HTMLElement {
    const box = document.createElement('div');
    box.className = 'box';
    (this.shadowRoot ?? this.attachShadow({ mode: 'open' })).replaceChildren(box);
    this.adoptedCallback();
    return box;
  }

  /**
   * The browser calls it when the element has come to another document, where it has no styles. Lit's
   * style sheets serve only the document in which the scripts run.
   */
  adoptedCallback() {
    const { defaultView } = this.ownerDocument;
    if (!this.shadowRoot || !defaultView) return;
    const { elementStyles } = this.constructor as typeof LitElement;
    this.shadowRoot.adoptedStyleSheets = (elementStyles as CSSResult[]).map(
      ({ cssText, styleSheet }) => {
        if (defaultView === window) return styleSheet!;
        const sheet = new defaultView.CSSStyleSheet();
        sheet.replaceSync(cssText);
        return sheet;
      },
    );
  }
}
