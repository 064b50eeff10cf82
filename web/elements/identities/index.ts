export { Identities } from './identities.js';
export type { IdentitiesState } from './state.js';
