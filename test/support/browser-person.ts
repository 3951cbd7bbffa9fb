/** Whether an address is that of a network's sign-in dialog. */
export const isSignInDialog = (url: string): boolean => /\/oauth(\/dialog)?\/?\?/.test(url);

/**
 * What follows in the person's browser once a dialog has ended at an address: it goes to a listener on this machine by
 * itself; any other address the person copies, and pastes.
 */
export async function comeBack(
  landed: string,
  { fetch, paste }: { fetch: typeof globalThis.fetch; paste: (text: string) => Promise<unknown> },
): Promise<void> {
  if (new URL(landed).hostname === 'localhost') await fetch(landed);
  else await paste(landed);
}
