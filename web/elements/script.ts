/** For `<script src>`: defines all elements. Its exports are in the global variable `manyheads`. */
import './define.js';

export * from '../../emscripten/package/index.js';
export { configure } from '../lib/configure.js';
export { speak } from '../lib/language.js';
export { showEmbedded } from './embedded.js'; // for embed.html
