/** The elements and all that they need: fetched once a page that has some is shown. */
import '../elements/define.js';
import { Speed } from '../elements/speed/speed.js';
import { startMeasuring } from '../elements/speed/start-measuring.js';

export { speak } from '../lib/language.js';

customElements.define('mh-speed', Speed);
document.querySelector<Speed>('mh-speed')!.start = startMeasuring;
