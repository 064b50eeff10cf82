const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes text for use in XML or HTML, also inside an attribute. */
export const escapeText = (text: string): string =>
  text.replace(/[&<>"]/gu, (character) => entities[character]!);
