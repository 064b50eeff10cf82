/** Listens for Ctrl or Cmd with Z, which undoes; with Shift it redoes. */
export const onUndoKey = (back: (way: 'undo' | 'redo') => void) => (event: KeyboardEvent) => {
  // Where something is typed, the browser undoes letters.
  const isTyping = (event.composedPath()[0] as Element).matches(
    'input:not([type=checkbox], [type=radio], [type=range]), textarea',
  );
  if (isTyping || event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  back(event.shiftKey ? 'redo' : 'undo');
};
