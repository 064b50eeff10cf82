import { showEmbedded } from '../elements/embedded.js';

await showEmbedded();
