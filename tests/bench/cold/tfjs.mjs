import { tensorflow } from '../contestants/tensorflow.mjs';
import { done, sizes, tensors } from './lesson.mjs';

const library = await tensorflow(new URL('./', document.baseURI).href);
const prepared = await library.prepare({ kind: 'layer', sizes }, tensors, 'batched');
done(await prepared.output());
