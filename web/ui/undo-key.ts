/** What a key does: Ctrl or Cmd with Z undoes, with Shift it redoes. null for all other keys. */
export function undoKey(event: KeyboardEvent): 'undo' | 'redo' | null {
  // Where something is typed, the browser undoes letters.
  const isTyping = (event.composedPath()[0] as Element).matches(
    'input:not([type=checkbox], [type=radio], [type=range]), textarea',
  );
  if (isTyping || event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey)) return null;
  event.preventDefault();
  return event.shiftKey ? 'redo' : 'undo';
}
