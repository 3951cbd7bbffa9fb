import { useEffect, useState } from 'react';
import { useClient } from '../agent/agent-context.tsx';
import { IN_ELECTRON } from '../agent/connection/bridge.ts';

/** Whether the person allowed it, asked once for as long as the window is open. */
let isAllowed = false;

/** How long an address of a sign-in may be, in characters. */
const MAX_ADDRESS = 10_000;

/** Whether a text is an address with the state of a dialog in it: only then is it that dialog's answer. */
export function belongsTo(text: string, dialogUrl: string): boolean {
  const state = URL.canParse(dialogUrl) ? new URL(dialogUrl).searchParams.get('state') : null;
  const given = text.trim();
  if (state === null || state === '' || given.length > MAX_ADDRESS || !URL.canParse(given)) return false;
  const { searchParams, hash } = new URL(given);
  return searchParams.get('state') === state || new URLSearchParams(hash.slice(1)).get('state') === state;
}

/**
 * Looks for a dialog's answer on the clipboard when the window gets the focus back, once the person allowed that. In a
 * browser it is the page that may read it, and only the address of this very sign-in leaves the page.
 */
export function useClipboardAddress(dialogUrl: string, take: (address: string) => void) {
  const client = useClient();
  const [isOn, setOn] = useState(isAllowed);
  useEffect(() => {
    if (!isOn) return undefined;
    const look = async () => {
      if (IN_ELECTRON) return void (await client.session.takeFromClipboard());
      const text = await navigator.clipboard.readText();
      if (belongsTo(text, dialogUrl)) take(text.trim());
    };
    // The browser says no, or there is no text: pasting is there for that.
    const onFocus = () => void look().catch(() => undefined);
    window.addEventListener('focus', onFocus);
    return () => window.removeEventListener('focus', onFocus);
  }, [isOn, client, dialogUrl, take]);
  return {
    isOn,
    allow: (on: boolean) => {
      isAllowed = on;
      setOn(on);
    },
  };
}
