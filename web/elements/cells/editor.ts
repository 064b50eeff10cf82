import { createEditor, type PrismEditor } from 'prism-code-editor';
import {
  editorCommands,
  indentSelectedLines,
  insertLineAndIndent,
  insertTab,
  toggleComment,
} from 'prism-code-editor/commands';
import 'prism-code-editor/prism/languages/python';
import 'prism-code-editor/languages/python';

interface EditorSettings {
  readonly code: string;
  readonly describedBy: string;
  readonly edit: (code: string) => void;
  readonly run: () => void;
}

/** Creates a Python editor in `place`. Escape and then Tab leaves it. */
export function makeEditor(place: HTMLElement, settings: EditorSettings): PrismEditor {
  let isLeaving = false;
  const editor = createEditor(
    place,
    {
      language: 'python',
      tabSize: 4,
      value: settings.code,
      onUpdate: (code) => settings.edit(code),
    },
    editorCommands({
      'Mod+Enter': () => {
        settings.run();
        return true;
      },
      Enter: (self) => insertLineAndIndent(self),
      Tab: (self) => {
        const [start, end] = self.getSelection();
        if (isLeaving) return false;
        return start === end ? insertTab(self, start) : indentSelectedLines(self);
      },
      'Shift+Tab': (self) => !isLeaving && indentSelectedLines(self, true),
      'Mod+/': (self) => toggleComment(self),
      Escape: () => (isLeaving = true),
    }),
  );
  const { textarea } = editor;
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- nothing else takes a key's command out
  editor.keyCommandMap['Escape'] = null; // it would remove the focus
  textarea.setAttribute('aria-describedby', settings.describedBy);
  for (const event of ['focus', 'input', 'pointerdown']) {
    textarea.addEventListener(event, () => (isLeaving = false));
  }
  return editor;
}
