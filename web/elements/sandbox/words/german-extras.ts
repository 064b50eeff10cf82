import { html } from 'lit';
import { plain } from '../../../lib/numbers.js';
import { word } from '../../../ui/word.js';
import type { english } from './english-extras.js';

/** The words of what is loaded on demand, in German. */
export const german: typeof english = {
  editor: {
    done: 'Fertig',
    whole: 'Einen ganzen Satz tippen oder einfügen',
    token: (index) => `Token ${index}`,
    tokens: 'Tokens',
    remove: (token) => html`${word(token)} entfernen`,
    addAfter: (token) => html`Nach ${word(token)} einfügen`,
    newToken: 'neu',
    undo: 'Rückgängig',
    used: (n, most, leftOut) => {
      const tokens = `${n} von ${most} Tokens`;
      if (leftOut === 0) return `${tokens}.`;
      return leftOut === 1
        ? `${tokens}; das letzte Wort fiel weg.`
        : `${tokens}; die letzten ${leftOut} Wörter fielen weg.`;
    },
    known: (token) => html`Ersetze ${word(token)} durch ein Wort, das das Modell kennt:`,
    unknown: 'keines der Wörter, die das Modell kennt',
  },

  layer: {
    layer: 'Die Schicht',
    heads: 'Köpfe',
    kvHeads: 'Key/Value-Köpfe',
    dModel: 'Zahlen pro Token, d_model',
    embeddingScale: (scale) => `Embeddings × ${plain(scale)}`,
    own: 'Vom trainierten Modell vorgegeben. Mit zufälligen Parametern kannst du sie ändern.',
    weights: 'Parameter',
    kinds: { trained: 'trainiert', random: 'zufällig' },
    width: (dHead) => `Jeder Kopf ist ${dHead} breit.`,
    notWhole: (dModel, heads, quotient) =>
      `${dModel} ÷ ${heads} = ${plain(quotient)} ist keine ganze Zahl.`,
  },

  picture: {
    changed: (cells) =>
      cells === 1
        ? 'Eine Zahl der Schicht wurde von Hand geändert.'
        : `${cells} Zahlen der Schicht wurden von Hand geändert.`,
    one: 'Ein Kopf: ein Muster pro Wort.',
    distance: (mean) =>
      `Zwei Köpfe unterscheiden sich im Mittel um ${mean} nat (Jensen–Shannon; 0: gleich, 0.69: nichts gemeinsam).`,
  },

  table: {
    inAllHeads: (token) => `Das Gewicht jedes Keys für die Query „${token}“, in jedem Kopf`,
    ofHead: (head) => `Kopf ${head}: Gewichte, eine Zeile pro Query, eine Spalte pro Key`,
    head: 'Kopf',
    query: 'Query',
  },
};
