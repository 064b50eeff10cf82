import { startMenus } from './menus.js';
import { startRouter } from './router.js';
import { startSettings } from './settings.js';

startSettings();
startMenus();
startRouter();
