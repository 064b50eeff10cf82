import { html } from 'lit';
import { capital } from '../../../lib/capital.js';
import { anySize, fixed, share, unit } from '../../../lib/numbers.js';
import { lossText } from '../loss-text.js';
import { judgeRelation } from '../surgery.js';
import { runLabel } from '../state.js';
import type { english } from './english.js';
import { inWords, whole } from '../../../lib/german-number.js';
import { relationName } from '../../../ui/words/german-relations.js';
import { listIn } from '../../../lib/listed.js';

/** The words of the training bench, in German. */

const headsInWords = (n: number) => `${inWords(n)} ${n === 1 ? 'Kopf' : 'Köpfe'}`;
const layersInWords = (n: number) => (n === 1 ? 'eine Schicht' : `${inWords(n)} Schichten`);
const relationsOf = (n: number) => (n === 1 ? 'Beziehung' : 'Beziehungen');
const list = listIn('de');

export const german: typeof english = {
  relation: relationName,

  question: {
    heads: (a, b) =>
      `${a === 1 ? 'Ist ein Kopf' : `Sind ${headsInWords(a)}`} bei gleich vielen Parametern besser als ${b === 1 ? 'einer' : inWords(b)}?`,
    layers: (a, b) =>
      `${capital(layersInWords(a))} gegen ${b === 1 ? 'eine' : inWords(b)}: Welches Modell löst die Aufgabe?`,
    other: 'Welches Modell löst die Aufgabe?',
  },

  states: {
    waiting: 'Der Attention-Kern wird in einem Worker geladen.',
    refused: (run) => `Lauf ${runLabel(run)} ist so nicht möglich.`,
    back: 'Zurück',
    predictFirst: 'Mach zuerst oben deine Vorhersage.',
    repairFirst: 'Korrigiere zuerst unten die Einstellung.',
  },

  prediction: {
    ask: (limit) =>
      `Beide trainieren mit denselben Batches. Welcher Lauf löst die Aufgabe bis Schritt ${whole(limit)}, mit einer Genauigkeit von 0.99 bei jeder Beziehung?`,
    options: { a: 'nur A', b: 'nur B', both: 'beide', neither: 'keiner' },
    act: 'Beide trainieren',
    guessed: (winner) => {
      const guess = {
        a: 'Nur A löst',
        b: 'Nur B löst',
        both: 'Beide lösen',
        neither: 'Keiner löst',
      };
      return `Deine Vorhersage war: ${guess[winner]} die Aufgabe.`;
    },
  },

  run: {
    list: 'Die beiden Läufe',
    shape: (heads, width, layers) =>
      `${heads} ${heads === 1 ? 'Kopf' : 'Köpfe'} der Breite ${fixed(width, Number.isInteger(width) ? 0 : 2)}${layers > 1 ? `, ${layersInWords(layers)}` : ''}`,
    parameters: (n) => unit(whole(n), 'Parameter'),
    loss: (value) => (value === null ? 'untrainiert' : `Loss ${lossText(value)}`),
    solved: (step, relations) =>
      `gelöst bei Schritt ${whole(step)}: ${relations} von ${relations} ${relationsOf(relations)}`,
    unsolved: (step, learned, relations) =>
      `nicht gelöst bis Schritt ${whole(step)}: ${learned} von ${relations} ${relationsOf(relations)} bei 0.99`,
    diverged: (step) => `divergiert bei Schritt ${whole(step)}: Der Loss war keine Zahl mehr`,
  },

  charts: {
    loss: 'Loss bei jedem Schritt',
    accuracy: 'Genauigkeit bei jeder Beziehung, gleitendes Mittel',
    chance: (value) => `Raten, ${value}`,
    solved: (step) => `gelöst bei Schritt ${whole(step)}`,
    step: whole,
  },

  player: {
    play: 'Trainieren',
    resume: 'Weiter',
    pause: 'Anhalten',
    again: 'Noch einmal',
    step: 'Ein Schritt',
    further: (limit) => `Weiter bis ${whole(limit)}`,
    seed: 'Ein anderer Seed',
    undo: 'Rückgängig',
    redo: 'Wiederholen',
    scrubber: 'Gezeigter Schritt',
    at: (step, limit) => `Schritt ${whole(step)} von ${whole(limit)}`,
    pace: 'Schritte pro Sekunde',
    all: 'alle auf einmal',
  },

  matrix: {
    title: 'Nimm einen Kopf weg: Was geht verloren?',
    legend: (least, most) =>
      `Der graue Teil eines Balkens ist die Genauigkeit ohne den Kopf; der farbige Teil geht ohne ihn verloren. Der Strich zeigt, was Raten erreicht, wenn man immer die häufigste Antwort gibt: ${least === most ? least : `${least} bis ${most}`}. Gemessen an 512 Sequenzen, die im Training nicht vorkommen.`,
    columns: { head: 'Kopf', weights: 'Gewichte', reads: 'liest vor allem' },
    whole: (run, heads, layers) =>
      `Lauf ${runLabel(run)} mit ${heads * layers === 1 ? 'seinem einzigen Kopf' : heads * layers === 2 ? 'beiden Köpfen' : `allen ${inWords(heads * layers)} Köpfen`}`,
    head: (head, layer, layers) => (layers > 1 ? `Kopf ${head}, Schicht ${layer}` : `Kopf ${head}`),
    spread: 'auf viele verteilt',
    reads: (relation, mass) => `${relationName(relation)}, ${share(mass)}`,
    entropy: (value) => `Entropie ${share(value)}`,
  },

  specialised: {
    here: (seed, isOneEach) =>
      isOneEach
        ? `Mit Seed ${seed} geht genau eine Beziehung verloren, egal, welchen Kopf man entfernt.`
        : `Mit Seed ${seed} trägt nicht jeder Kopf genau eine Beziehung.`,
    elsewhere: (seeds, oneEach, other) =>
      `Wir haben solche Modelle mit ${whole(seeds)} anderen Seeds trainiert. Bei ${whole(oneEach)} trägt jeder der vier Köpfe eine Beziehung. Bei ${whole(other)} teilen sich Köpfe eine Beziehung, oder ein Kopf trägt mehrere. Wähle oben „Ein anderer Seed“, um mehr zu sehen.`,
  },

  surgery: {
    title: 'Verändere ein trainiertes Modell',
    note: 'Jede Veränderung beginnt wieder mit dem trainierten Modell.',
    early: 'Trainiere zuerst: Noch gibt es kein trainiertes Modell.',
    hidden: 'Die Tabelle der Köpfe und Beziehungen erscheint nach deiner Vorhersage wieder.',
    model: 'Modell',
    run: (run) => `Lauf ${runLabel(run)}`,
    operation: 'Veränderung',
    choose: 'bitte wählen',
    name: (operation, layers) => {
      switch (operation.kind) {
        case 'prune':
          return `Kopf ${operation.head}${layers > 1 ? ` der Schicht ${operation.layer}` : ''} entfernen`;
        case 'tie':
          return 'Jedem Kopf die Parameter von Kopf 0 geben';
        case 'output':
          return 'W_O weglassen';
        case 'scale':
          return operation.scale === 'none' ? 'Die Scores nicht teilen' : 'Durch √d_model teilen';
        case 'pool':
          return `Auf ${operation.kvHeads} Key/Value-${operation.kvHeads === 1 ? 'Kopf' : 'Köpfe'} zusammenfassen: ${operation.from === 'mean' ? 'das Mittel' : 'der erste jeder Gruppe'}`;
      }
    },
    ask: {
      prune: 'Welche Beziehung wird schlechter?',
      tie: 'Wie viele Beziehungen bleiben so gut wie vorher?',
      lost: 'Wie viel bleibt von dem, was es gelernt hat?',
      worst: 'Wie genau ist die schlechteste Beziehung, vor weiterem Training?',
    },
    relation: relationName,
    options: {
      none: 'keine',
      several: 'mehr als eine',
      lost: { none: 'alles', some: 'ein Teil', all: 'nichts' },
      worst: {
        kept: 'so genau wie vorher',
        weaker: 'weniger genau, aber besser als Raten',
        chance: 'nicht besser als Raten',
      },
      count: (n) => (n === 0 ? 'keine' : n === 1 ? 'eine' : inWords(n)),
    },
    act: 'Verändern',
    further: (steps) => `Bis Schritt ${steps} weitertrainieren`,
    after: (steps) => `, dann ${steps} Schritte Training`,
    result: 'Was die Veränderungen bewirkt haben',
    outcome: ({ before, after, chance }, relations) => {
      const parts = relations.map(relationName).map((relation, r) => {
        const [from, to] = [share(before[r]!), share(after[r]!)];
        switch (judgeRelation(before[r]!, after[r]!, chance[r]!)) {
          case 'unlearned':
            return `${relation} war schon vorher nicht gelernt, bei ${from}, und ist jetzt bei ${to}`;
          case 'kept':
            return from === to
              ? `${relation} bleibt bei ${to}`
              : `${relation} geht von ${from} auf ${to}`;
          case 'weaker':
            return `${relation} fällt von ${from} auf ${to}`;
          case 'chance':
            return `${relation} fällt von ${from} auf ${to}, das ist nicht besser als Raten`;
        }
      });
      return `${capital(parts.join('; '))}.`;
    },
    furtherOutcome: (steps, accuracies, relations) =>
      `Nach ${steps} Schritten Training: ${list(relations.map((relation, r) => `${relationName(relation)} ${share(accuracies[r]!)}`))}.`,
  },

  controls: {
    task: 'Aufgabe',
    tasks: {
      relations: 'Buchstaben abrufen: eins, drei und fünf zurück, und den ersten',
      'relations-and-digit': 'drei Buchstaben und die Ziffer abrufen',
      induction: 'wiederholen, was zuletzt folgte (Induktion)',
      sentences: 'in einem Satz finden, wer was wo tut',
    },
    heads: (run) => `Köpfe von ${runLabel(run)}`,
    seed: 'Seed',
    of: 'Mehr Einstellungen von',
    asA: 'Lauf B ist wie Lauf A, bis auf das, was du hier wählst.',
    run: (run) => `Lauf ${runLabel(run)}`,
    width: 'Zahlen pro Token, d_model',
    layers: 'Schichten',
    asTask: 'wie bei der Aufgabe üblich',
    share: 'Gleich in allen Köpfen',
    shares: (letters) => (letters === '' ? 'nichts' : list([...letters.toUpperCase()])),
    tie: 'Alle Köpfe gleichsetzen',
    combine: 'Köpfe zusammenführen',
    concat: 'nebeneinander',
    sum: 'addiert',
    output: 'Ausgabeprojektion',
    scale: 'Scores teilen durch',
    optimizer: 'Optimierer',
    rate: 'Lernrate',
    equal: 'Mit gleichen Köpfen beginnen',
    noise: 'Unterschied am Anfang',
    noises: { '0': 'keiner', '1e-7': '10⁻⁷', '0.001': '10⁻³' },
  },

  equal: {
    about: 'Alle Köpfe beginnen mit denselben Parametern. Werden sie verschieden? Probiere es aus.',
    apart: (run, value, step) =>
      value === 0
        ? `Bei Schritt ${whole(step)} haben die Köpfe von Lauf ${runLabel(run)} genau dieselben Attention-Gewichte.`
        : `Bei Schritt ${whole(step)} unterscheidet sich ein Attention-Gewicht zwischen Köpfen von Lauf ${runLabel(run)} um bis zu ${anySize(value)}.`,
    since: (step) => ` Seit Schritt ${whole(step)} sind es mehr als 0.01.`,
  },

  foot: {
    checkpoint: (run) => `Lauf ${runLabel(run)} als safetensors speichern`,
  },

  milestones: {
    started: 'Das Training hat begonnen.',
    paused: (step) => `Angehalten bei Schritt ${whole(step)}.`,
    solved: (run, step) =>
      `Lauf ${runLabel(run)} hat die Aufgabe bei Schritt ${whole(step)} gelöst.`,
    diverged: (run, step) =>
      `Lauf ${runLabel(run)} divergierte bei Schritt ${whole(step)}: Der Loss war keine Zahl mehr.`,
    done: (step) => `Die Läufe haben bei Schritt ${whole(step)} aufgehört.`,
  },

  table: {
    curves: 'Loss und Genauigkeit, gleitendes Mittel',
    step: 'Schritt',
    loss: (run) => `Loss ${runLabel(run)}`,
    accuracy: (run, relation) => `${relationName(relation)} ${runLabel(run)}`,
    ablation: (run) => `Lauf ${runLabel(run)}: Genauigkeit, wenn ein Kopf fehlt`,
    none: 'mit allen Köpfen',
  },

  save: {
    note: (task, seed) => `Aufgabe: ${task}. Seed ${seed}.`,
  },

  course: (run, { heads, layers }, solvedAt, step, averages) => {
    const shape =
      headsInWords(heads) + (layers > 1 ? ` in jeder von ${inWords(layers)} Schichten` : '');
    if (solvedAt !== null) {
      return `Lauf ${runLabel(run)}, ${shape}, hat die Aufgabe bei Schritt ${whole(solvedAt)} gelöst.`;
    }
    const accuracies = averages.length === 1 ? 'Genauigkeit' : 'Genauigkeiten';
    return `Lauf ${runLabel(run)}, ${shape}, hat die Aufgabe bis Schritt ${whole(step)} nicht gelöst: ${accuracies} ${list(averages.map(share))}.`;
  },

  describe: {
    run: (run, parts) => `Lauf ${runLabel(run)}: ${parts.join(', ')}`,
    accuracy: (progress, relations) => `${progress}. Genauigkeit: ${relations.join(', ')}`,
    without: (run, head, relations) =>
      `Lauf ${runLabel(run)} ohne ${head}: ${relations.join(', ')}`,
  },

  finding: {
    idle: (relations, loss) =>
      html`Noch hat kein Modell etwas gelernt. Mit Raten ist der Loss <b>${fixed(loss)}</b>. Die
        Beziehungen: ${list(relations.map(relationName))}.`,
    ablated: (head, layer, run, relation, from, to, others) =>
      html`Ohne Kopf ${head}${layer === null ? '' : ` in Schicht ${layer}`} fällt die Genauigkeit
        von Lauf ${runLabel(run)} bei der Beziehung
        <i class="word">${relationName(relation)}</i> von ${share(from)} auf
        <b>${share(to)}</b>${others}`,
    chance: ', das ist nicht besser als Raten',
    others: (least, count) => {
      if (count === 0) return '.';
      if (count === 1) {
        return `; die andere ${least >= 0.995 ? 'bleibt' : 'ist'} bei ${share(least)}.`;
      }
      const others = `die anderen ${inWords(count)}`;
      return least >= 0.995
        ? `; ${others} bleiben bei ${share(least)}.`
        : `; ${others} sind bei ${share(least)} oder höher.`;
    },
    none: (run, loss, step) =>
      html`Bei Schritt ${whole(step)} hängt keine Beziehung von Lauf ${runLabel(run)} an einem
        einzigen Kopf; sein Loss ist <b>${lossText(loss)}</b>.`,
  },

  settings: (settings) =>
    [
      settings.tie && 'Köpfe gleichgesetzt',
      settings.share !== '' && `${list([...settings.share.toUpperCase()])} gleich`,
      settings.combine === 'sum' && 'Köpfe addiert',
      !settings.outputProjection && 'ohne W_O',
      settings.scale === 'none' && 'Scores nicht geteilt',
      settings.scale === 'sqrt-d-model' && 'durch √d_model geteilt',
      settings.optimizer === 'sgd' && 'SGD',
      settings.rate !== null && `Rate ${settings.rate}`,
      settings.equalStart &&
        `gleicher Anfang${settings.noise > 0 ? ` + ${anySize(settings.noise)}` : ''}`,
    ].filter((part): part is string => part !== false),
};
