import '../elements/define.js';
import { Speed } from '../elements/speed.js';
import { startRouter } from './router.js';
import { startSettings } from './settings.js';
import { startMeasuring } from './start-measuring.js';

document.documentElement.classList.add('scripted');
customElements.define('mh-speed', Speed);
document.querySelector<Speed>('mh-speed')!.start = startMeasuring;
startSettings();
startRouter();
