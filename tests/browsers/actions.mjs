/** Input as WebDriver and WebDriver BiDi describe it, in the same words. */

/** A click at a place of the viewport, in CSS pixels. */
export const clickAt = ({ x, y }) => [
  {
    ...{ type: 'pointer', id: 'mouse' },
    actions: [
      { type: 'pointerMove', x: Math.round(x), y: Math.round(y) },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ],
  },
];

const named = { Enter: '\uE007', ArrowRight: '\uE014', ArrowDown: '\uE015' };

/** Keys one after the other: characters, or names such as Enter. */
export const keys = (list) => [
  {
    ...{ type: 'key', id: 'keyboard' },
    actions: list.flatMap((key) =>
      ['keyDown', 'keyUp'].map((type) => ({ type, value: named[key] ?? key })),
    ),
  },
];
