import '../elements/define.js';
import { startRouter } from './router.js';
import { startSettings } from './settings.js';

document.documentElement.classList.add('scripted');
startSettings();
startRouter();
