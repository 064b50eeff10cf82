import { onnxruntime } from '../contestants/onnxruntime.mjs';
import { done, sizes, tensors } from './lesson.mjs';

const runtime = onnxruntime(new URL('ort-wasm-simd-threaded.wasm', document.baseURI).href);
const prepared = await runtime.prepare({ kind: 'layer', sizes }, tensors, 'Attention');
done(await prepared.output());
