export { Speed } from './speed.js';
