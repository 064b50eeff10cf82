/** Three significant digits; all digits before the point: 0.92, 5.23, 64.6, 1,234. */
export function significant(value: number): string {
  const decimals = value < 1 ? 2 : Math.max(2 - Math.floor(Math.log10(value)), 0);
  const fraction = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return value.toLocaleString('en', fraction);
}
