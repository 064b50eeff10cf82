const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Characters that XML does not allow: control characters, lone surrogates, U+FFFE and U+FFFF. */
export const notInXml = /[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** Escapes text for use in HTML, also inside an attribute. It comes back as it was. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/gu, (character) => entities[character]!);

/** Escapes text for use in XML or HTML, also inside an attribute. */
export const escapeText = (text: string): string => escapeHtml(text.replace(notInXml, ''));
