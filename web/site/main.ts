import { startListings } from './code-listings.js';
import { startMenus } from './menus.js';
import { startPrint } from './print.js';
import { startReading } from './reading.js';
import { startRouter } from './router.js';
import { startSettings } from './settings.js';

startListings();
startSettings();
startMenus();
startRouter();
startReading();
startPrint();
