const scripts = ['Arab', 'Hebr', 'Syrc', 'Thaa', 'Nkoo', 'Adlm'];

/** Whether texts in this language are written from right to left. */
export function isRightToLeft(language: string): boolean {
  try {
    const { script } = new Intl.Locale(language).maximize();
    return script !== undefined && scripts.includes(script);
  } catch {
    return false; // it is not a language tag
  }
}
