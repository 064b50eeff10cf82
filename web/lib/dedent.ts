/** A text from between tags, without the indentation that all its lines have. */
export function dedent(text: string): string {
  const lines = text.split('\n');
  const filled = lines.filter((line) => line.trim() !== '');
  const common = filled.length > 0 ? Math.min(...filled.map((line) => line.search(/\S/u))) : 0;
  return lines.map((line) => line.slice(common)).join('\n');
}
