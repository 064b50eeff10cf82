import { html, type TemplateResult } from 'lit';
import { drawPlaces } from './places.js';
import { picture } from './picture.js';
import type { PipelineRun } from './run.js';
import { keysOf, kinds, type Kind } from './state.js';
import { placeStyle } from '../../ui/marks.js';
import { words } from './words/index.js';

/** The layer inside an encoder layer and a decoder layer: the three places can be chosen. */
export function placesView(
  run: PipelineRun,
  width: number,
  choose: (kind: Kind) => void,
): TemplateResult {
  const { places } = words;
  const { state } = run;
  const drawing = drawPlaces(
    { T: state.tokens, S: keysOf(state) },
    state.kind,
    places,
    Math.min(width, 640),
  );
  return html`<section class="places">
    <h3>${places.title}</h3>
    <div class="layers">
      <div class="over on" dir="ltr">
        ${picture(drawing, nothingToOpen)}
        ${kinds.map((kind) => {
          const layer = kind === 'self' ? places.encoder : places.decoder;
          return html`<button
            type="button"
            class="spot"
            aria-pressed=${kind === state.kind}
            aria-label=${places.choose(places[kind], layer)}
            .style=${placeStyle(drawing.boxes[kind])}
            @click=${() => choose(kind)}
          ></button>`;
        })}
      </div>
      <p>${places.sentence(run)}</p>
    </div>
  </section>`;
}

const nothingToOpen = {
  isChosen: () => false,
  isStop: () => false,
  name: () => '',
  choose: () => {},
  open: () => {},
};
