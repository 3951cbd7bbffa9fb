import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Look } from '../../common/contract/contract.ts';
import { isDialogOpen, onDialogsChange } from '../widgets/dialogs/open-dialogs.ts';
import { useAgentLink, useClient } from './agent-context.tsx';

function onEyesChange(listener: () => void): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  window.addEventListener('focus', listener, { signal });
  window.addEventListener('blur', listener, { signal });
  document.addEventListener('visibilitychange', listener, { signal });
  const ignoreDialogs = onDialogsChange(listener);
  return () => {
    stop.abort();
    ignoreDialogs();
  };
}

const hasEyes = (): boolean => document.visibilityState === 'visible' && document.hasFocus() && !isDialogOpen();

/**
 * Tells the agent what this window shows while it has the focus, so that nothing of it is announced as well. `what`:
 * undefined while there is nothing to see.
 */
export function useLooking(what: Look | undefined): void {
  const client = useClient();
  const { state } = useAgentLink();
  const isLooking = useSyncExternalStore(onEyesChange, hasEyes) && state.status === 'connected';
  // By value: the same look comes as several objects.
  const seen = what && JSON.stringify(what);
  useEffect(() => {
    if (!isLooking || seen === undefined) return undefined;
    const stop = new AbortController();
    const look = async () => {
      const looking = await client.notices.look(JSON.parse(seen) as Look, { signal: stop.signal });
      while ((await looking.next()).done !== true);
    };
    // A look ends with the connection; the next connection begins another.
    look().catch(() => undefined);
    return () => stop.abort();
  }, [client, isLooking, seen]);
}

/** How much of a list below its heading must be on the screen for what is new in it to be seen: a row. */
const FIRST_ROW_PX = 60;

/** Whether the head of a list is on the screen, with room for its first row; the first is the heading's ref. */
export function useOnScreen(): [(heading: Element | null) => void, boolean] {
  const [heading, setHeading] = useState<Element | null>(null);
  const [isOnScreen, setOnScreen] = useState(false);
  useEffect(() => {
    if (!heading) return undefined;
    const observer = new IntersectionObserver((entries) => setOnScreen(entries.at(-1)?.isIntersecting === true), {
      rootMargin: `0px 0px -${FIRST_ROW_PX}px 0px`,
      threshold: 1,
    });
    observer.observe(heading);
    return () => {
      observer.disconnect();
      setOnScreen(false);
    };
  }, [heading]);
  return [setHeading, isOnScreen];
}
