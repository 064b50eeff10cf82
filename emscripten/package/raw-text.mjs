import { fileAsText } from './file-as-text.mjs';

/** As in Vite: `import text from 'name.js?raw'` gives the file as a string. */
export const rawText = () => fileAsText('raw-text', /\?raw$/, (bytes) => bytes.toString());
