/** Browsers refuse a worker's script from another origin, such as a CDN. */
export const isForeign = (address: string): boolean => {
  const { protocol, origin } = new URL(address);
  return protocol !== 'blob:' && origin !== self.origin;
};

/** A script of our own may import it. In the worker, Trusted Types ask for a policy too. */
export const importing = (address: string): string =>
  `const address = ${JSON.stringify(address)};
  const policy = self.trustedTypes?.createPolicy('manyheads', { createScriptURL: () => address });
  importScripts(policy ? policy.createScriptURL(address) : address);`;
