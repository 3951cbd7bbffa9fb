/** Node says "unexpected redirect", Electron "Attempted to redirect, but redirect policy was 'error'". */
function isRefusedRedirect(error: unknown): boolean {
  for (let at: unknown = error; at instanceof Error; at = at.cause)
    if (/unexpected redirect|attempted to redirect/i.test(at.message)) return true;
  return false;
}

/**
 * A fetch that goes by the system's proxy and certificates, as Electron's does, and hands back redirects where it is
 * asked to, which Electron's cannot: only where there is one, Node's fetch is asked what it says. What changes something
 * is not sent a second time for that.
 */
export function handBackRedirects(
  system: typeof globalThis.fetch,
  node: typeof globalThis.fetch,
): typeof globalThis.fetch {
  return async (input, init) => {
    const address = input instanceof URL ? input.href : input;
    if (init?.redirect !== 'manual') return system(address, init);
    try {
      return await system(address, { ...init, redirect: 'error' });
    } catch (error) {
      if (!isRefusedRedirect(error) || (init.method ?? 'GET') !== 'GET') throw error;
      return node(address, init);
    }
  };
}
