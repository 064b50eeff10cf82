import { html } from 'lit';
import { inWords, whole } from '../../../lib/german-number.js';
import { counted, plural, share } from '../../../lib/numbers.js';
import { relationName } from '../../../ui/words/german-relations.js';
import type { english } from './english.js';

const pooled = (kvHeads: number, from: 'mean' | 'first'): string =>
  from === 'mean'
    ? plural(
        kvHeads,
        '1 Kopf, das Mittel aller acht',
        `${kvHeads} Köpfe, jeder das Mittel seiner Gruppe`,
      )
    : plural(
        kvHeads,
        '1 Kopf, der erste von acht',
        `${kvHeads} Köpfe, jeder der erste seiner Gruppe`,
      );

export const german: typeof english = {
  question: 'Was behält der Cache von jedem Token, und welche Köpfe lesen es?',
  count: whole,
  relation: relationName,
  waiting: (step) => `Die Schicht wird trainiert: Schritt ${step}.`,

  forms: {
    mha: { name: 'MHA', about: () => 'jeder Kopf hat eigene Keys und Values' },
    gqa: {
      name: 'GQA',
      about: (kvHeads) => `acht Köpfe teilen sich ${inWords(kvHeads)} K/V-Köpfe`,
    },
    mqa: { name: 'MQA', about: () => 'alle acht teilen sich einen K/V-Kopf' },
    mla: { name: 'MLA', about: () => 'alle acht lesen einen latenten Vektor' },
  },

  stage: {
    forms: 'Die vier Formen',
    heads: 'Query-Köpfe',
    perLetter: 'pro Buchstabe',
    latent: 'Vektor c',
    keysAndValues: 'Keys und Values',
    latentScale: 'latenter Vektor',
    column: (form, column) => (form === 'mla' ? 'den latenten Vektor' : `Key/Value-Kopf ${column}`),
    reads: (head, form, column): string =>
      `Query-Kopf ${head} liest ${german.stage.column(form, column)}`,
    letRead: (head, column) => `Kopf ${head} soll Key/Value-Kopf ${column} lesen`,
    ring: (head, form, column): string =>
      `Ring von Query-Kopf ${head}, der ${german.stage.column(form, column)} liest${form === 'gqa' ? '. Ziehen, oder Umschalt und Pfeiltaste drücken.' : ''}`,
    explanation: (head) =>
      `Kopf ${head} ist gewählt. Zieh in GQA seinen Ring zu einem anderen Key/Value-Kopf, drück Umschalt und eine Pfeiltaste, oder klicke auf dessen Spalte. Die Fläche zeigt den Speicher: Jede Zelle ist eine Zahl in FP16, jede Zeile ein Buchstabe. Die umrandete Zeile ist die neueste. Die Balken zählen alle Buchstaben bisher.`,
    refused: {
      mha: 'In MHA hat jeder Query-Kopf eigene Keys und Values. Es gibt nichts zu teilen.',
      mqa: 'In MQA gibt es nur einen Key/Value-Kopf, also lesen ihn alle Köpfe.',
      mla: 'In MLA gibt es nur einen latenten Vektor, also lesen ihn alle Köpfe.',
      alone: (head, column) =>
        `Nur Kopf ${head} liest Key/Value-Kopf ${column}. Lass ihn zuerst auch von einem anderen Kopf lesen.`,
    },
    moved: (head, column) =>
      `Kopf ${head} liest jetzt Key/Value-Kopf ${column}. Seine Keys und Values werden neu zusammengefasst.`,
  },

  controls: {
    add: 'Buchstaben hinzufügen',
    letters: 'Buchstaben im Cache',
    kvHeads: 'Key/Value-Köpfe von GQA',
    from: 'Gemeinsame Keys und Values',
    poolings: { mean: 'Mittel der Köpfe', first: 'erster Kopf' },
    latent: 'Breite des latenten Vektors',
    sequence: 'Andere Buchstaben',
    seed: (seed) => `Eine andere Schicht trainieren (Seed ${seed})`,
    undo: 'Rückgängig',
    redo: 'Wiederholen',
  },

  costs: {
    title: 'Was kostet es, die trainierte Schicht umzuwandeln?',
    explanation:
      'Die Genauigkeit bei jeder Beziehung direkt nach der Umwandlung, an 512 neuen Sequenzen. Der Strich zeigt, was Raten erreicht. Die letzte Spalte: nach wie vielen Trainingsschritten alle wieder bei 0.99 sind.',
    hidden: (accuracy) =>
      `Genauigkeit der trainierten Schicht bei den vier Beziehungen: ${accuracy.join(', ')}. Was die Umwandlung kostet, siehst du nach deiner Vorhersage unten.`,
    chart: 'Mittlere Genauigkeit, je nachdem, wie viele Zahlen pro Buchstabe bleiben',
    asTrained: 'wie trainiert',
    pooled,
    latentOf: (width) => `latenter Vektor, Breite ${width}`,
    named: ({ form, kvHeads, from, kept }): string =>
      form === 'mla' ? `latenter Vektor, Breite ${kept}` : pooled(kvHeads, from!),
    columns: { form: 'umgewandelt in', kept: 'Zahlen', steps: 'Schritte bis 0.99' },
    training: {
      waiting: 'wartet',
      at: (step) => `Training, Schritt ${step}`,
      unsolved: `nicht in ${whole(1000)} Schritten`,
      impossible: 'nur mit gleich großen Gruppen möglich',
    },
  },

  chart: {
    chance: (chance) => `Raten, ${chance}`,
    bothKeep: (kept) => `beide: ${kept}`,
    latent: 'MLA nach Breite',
    mean: 'Mittel der Köpfe',
    first: 'erster Kopf',
  },

  answers: {
    count: (form, letters, wrong, asked, before): string =>
      `Bei allen ${letters} Buchstaben ${plural(wrong, 'ist', 'sind')} bei ${form} ${wrong} von ${asked} Antworten falsch; vor der Umwandlung ${plural(before, 'war', 'waren')} es ${before}.`,
    atLetter: (number, letter) => html`Bei Buchstabe ${number}, ${letter}: `,
    wrong: (relation, right, given) =>
      html`${relation}: Richtig ist ${right}, die Antwort ist ${given}`,
    all: 'Alle Antworten',
    caption: 'Was jede Form antwortet',
    letter: 'Buchstabe',
    asks: 'Beziehung',
    right: 'richtig',
  },

  big: {
    title: (model) => `Dieselbe Wahl in ${model}`,
    own: 'deinem eigenen Modell',
    run: (layers, tokens, batch, precision) =>
      `${whole(layers)} ${plural(layers, 'Schicht', 'Schichten')}, ${whole(tokens)} ${plural(tokens, 'Token', 'Tokens')}, ${whole(batch)} ${plural(batch, 'Sequenz', 'Sequenzen')}, ${precision}.`,
    change: 'Größen ändern',
    caption: 'Keys und Values eines großen Modells',
    columns: [
      'Keys und Values',
      'Zahlen pro Schicht',
      'pro Token',
      'ganzer Cache',
      'in GB',
      'von MHA',
    ],
    about: (form, { heads, kvHeads, built }, [latent, rope]): string => {
      const has = form === built ? '; so ist das Modell gebaut' : '';
      switch (form) {
        case 'mha':
          return `jeder Query-Kopf hat eigene Keys und Values${has}`;
        case 'gqa':
          return heads === kvHeads
            ? `jeder Query-Kopf hat eigene Keys und Values${has}`
            : `je ${heads / kvHeads} Query-Köpfe teilen sich einen K/V-Kopf${has}`;
        case 'mqa':
          return `alle Query-Köpfe teilen sich einen K/V-Kopf${has}`;
        case 'mla':
          return `Vektor mit ${whole(latent)} ${plural(latent, 'Zahl', 'Zahlen')}${rope > 0 ? ` und rotierter Key mit ${rope}` : ''}${built === 'mla' ? has : '; hier nicht verwendet'}`;
      }
    },
    fields: {
      model: 'Modell',
      layers: 'Schichten',
      heads: 'Query-Köpfe',
      kvHeads: 'Key/Value-Köpfe von GQA',
      dHead: 'Breite eines Kopfes',
      tokens: 'Tokens',
      batch: 'Sequenzen',
      precision: 'Genauigkeit der Zahlen',
      latent: 'Breite des latenten Vektors',
      rope: 'Rotierter Key',
    },
  },

  predict: {
    ask: (kvHeads, pooledNumbers, latent): string =>
      pooledNumbers === latent
        ? `GQA mit ${inWords(kvHeads)} Key/Value-Köpfen und ein latenter Vektor der Breite ${latent} behalten beide ${latent} Zahlen pro Buchstabe. Die trainierte Schicht wird in beide umgewandelt. Was antwortet besser, bevor weiter trainiert wird?`
        : `GQA mit ${inWords(kvHeads)} Key/Value-Köpfen behält ${pooledNumbers} Zahlen pro Buchstabe, der latente Vektor ${latent}. Die trainierte Schicht wird in beide umgewandelt. Was antwortet besser, bevor weiter trainiert wird?`,
    options: {
      pooled: (kvHeads) => `die ${inWords(kvHeads)} zusammengefassten Köpfe`,
      latent: () => 'der latente Vektor',
      same: () => 'beide etwa gleich',
    },
    act: 'Umwandeln',
    waiting: 'Die Schicht wird umgewandelt.',
    verdict: (guess, [gqa, mla], [pooledNumbers, latent]): string => {
      const guessed = {
        pooled: 'dass die zusammengefassten Köpfe besser antworten',
        latent: 'dass der latente Vektor besser antwortet',
        same: 'dass beide etwa gleich gut antworten',
      }[guess];
      return `Du hast vorhergesagt, ${guessed}. Mit den zusammengefassten Köpfen (${pooledNumbers} Zahlen pro Buchstabe) ist die mittlere Genauigkeit ${share(gqa)}, mit dem latenten Vektor (${latent} Zahlen) ${share(mla)}.`;
    },
  },

  caption: {
    kept: (mha, gqa) =>
      html`MHA behält ${mha} Zahlen pro Buchstabe, GQA <b>${gqa}</b>. Es bleiben acht Muster;
        geteilt werden nur die Keys und Values.`,
    means: (latent, mla, kvHeads, pooledNumbers, gqa) =>
      html`Mit einem latenten Vektor von ${latent} Zahlen pro Buchstabe ist die mittlere Genauigkeit
        <b>${mla}</b>, mit ${inWords(kvHeads)} zusammengefassten Köpfen (${pooledNumbers} Zahlen)
        <b>${gqa}</b>.`,
    back: (steps) =>
      `Nach ${whole(steps)} weiteren Trainingsschritten sind die zusammengefassten Köpfe wieder bei 0.99.`,
    scratch: (steps) =>
      `Von Grund auf trainiert, braucht eine Schicht mit Gruppen ${whole(steps)} Schritte.`,
    absorbed: (difference) =>
      `MLA gibt in absorbierter und in expandierter Form dieselbe Ausgabe: Der größte Unterschied ist ${difference}.`,
    small:
      'Diese Schicht ist nur so groß, wie ihre Aufgabe es braucht. Die Genauigkeiten sagen nichts über große Modelle.',
    origin: (seed, solvedAt) =>
      solvedAt === null
        ? `Seed ${seed}: Acht Köpfe der Breite 4 haben nicht alle vier Beziehungen gelernt.`
        : `Seed ${seed}: Acht Köpfe der Breite 4 haben in ${whole(solvedAt)} Schritten vier Beziehungen zwischen Buchstaben gelernt.`,
  },

  table: {
    kept: 'Was jede Form behält',
    costs: 'Genauigkeit direkt nach jeder Umwandlung',
    form: 'Form',
    letter: 'Buchstabe',
    numbers: 'Zahlen pro Buchstabe',
    perLetter: 'Bytes pro Buchstabe',
    soFar: 'Bytes bisher',
    wrong: 'falsche Antworten',
  },

  describe: {
    letters: (letters, count) =>
      `Bisher behalten: ${counted(count, 'Buchstabe', 'Buchstaben')}, ${letters}.`,
    form: (name, numbers, perLetter, bytes) =>
      `${name} behält ${numbers} Zahlen pro Buchstabe, ${perLetter}; bisher ${bytes}.`,
    group: (column, heads) =>
      `In GQA ${heads.includes(',') ? 'lesen die Query-Köpfe' : 'liest Query-Kopf'} ${heads} den Key/Value-Kopf ${column}.`,
    accuracy: (name, about, accuracy) => `${name}, ${about}: mittlere Genauigkeit ${accuracy}.`,
  },
};
