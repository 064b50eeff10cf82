/** Three significant digits; all digits before the point: 0.92, 5.23, 64.6, 1,234. */
export function significant(value: number): string {
  const rounded = Number(value.toPrecision(3)); // 9.996 is 10.0
  const decimals = rounded < 1 ? 2 : Math.max(2 - Math.floor(Math.log10(rounded)), 0);
  const fraction = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return value.toLocaleString('en', fraction);
}
