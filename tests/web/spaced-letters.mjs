/**
 * With the spacing of letters that readers may set (WCAG 1.4.12), the numbers of a row that break, or
 * that run into the one before.
 */
export const crowdedNumbers = (row) =>
  row.evaluate((list) => {
    list.style.letterSpacing = '0.12em';
    const texts = document.createTreeWalker(list, NodeFilter.SHOW_TEXT);
    const numbers = [];
    while (texts.nextNode()) {
      const text = texts.currentNode.data.trim();
      const range = new Range();
      range.selectNodeContents(texts.currentNode);
      const { left, right } = range.getBoundingClientRect();
      const lines = new Set([...range.getClientRects()].map(({ top }) => top));
      if (text) numbers.push({ text, left, right, breaks: lines.size > 1 });
    }
    return numbers
      .filter(({ left, breaks }, i) => breaks || left < (numbers[i - 1]?.right ?? 0))
      .map(({ text }) => text);
  });
