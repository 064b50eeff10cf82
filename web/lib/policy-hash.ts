import { createHash } from 'node:crypto';

/** An inline script or style, as a Content Security Policy allows it. Only for Node. */
export const policyHash = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
