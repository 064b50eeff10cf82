/** Marks our files, which a later export may overwrite. */
export const madeBy = 'Made by manyheads';
