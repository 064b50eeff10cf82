import type { PrismEditor } from 'prism-code-editor';

/** The editor of a cell, as soon as it is loaded. */
export class CodeEditor {
  #editor: PrismEditor | null = null;

  get isOpen(): boolean {
    return this.#editor !== null;
  }

  open(editor: PrismEditor) {
    this.#editor = editor;
  }

  close() {
    this.#editor?.remove();
    this.#editor = null;
  }

  show(code: string) {
    if (this.#editor && this.#editor.value !== code) this.#editor.setOptions({ value: code });
  }

  name(label: string) {
    this.#editor?.textarea.setAttribute('aria-label', label);
  }

  /** Marks the line of an error; null for none. */
  mark(line: number | null) {
    const lines = this.#editor?.lines ?? [];
    for (let i = 1; i < lines.length; ++i) lines[i]!.classList.toggle('wrong', i === line);
  }

  focus() {
    this.#editor?.textarea.focus();
  }
}
