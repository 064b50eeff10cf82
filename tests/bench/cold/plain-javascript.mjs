import { layer } from '../contestants/plain-javascript.mjs';
import { done, sizes, tensors } from './lesson.mjs';

done(layer(tensors, sizes));
