import { useEffect, useSyncExternalStore } from 'react';
import type { SightedList } from '../../common/contract/contract.ts';
import { useAgentLink, useClient } from './agent-context.tsx';

function onFocusChange(listener: () => void): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  window.addEventListener('focus', listener, { signal });
  window.addEventListener('blur', listener, { signal });
  document.addEventListener('visibilitychange', listener, { signal });
  return () => stop.abort();
}

const hasEyes = (): boolean => document.visibilityState === 'visible' && document.hasFocus();

/**
 * Tells the agent which lists the person has before their eyes while this window has the focus, so that nothing which
 * they show is announced beside it.
 */
export function useLooking(lists: readonly SightedList[]): void {
  const client = useClient();
  const { state } = useAgentLink();
  const isLooking = useSyncExternalStore(onFocusChange, hasEyes) && state.status === 'connected';
  const names = lists.join(' ');
  useEffect(() => {
    if (!isLooking || names === '') return undefined;
    const stop = new AbortController();
    const look = async () => {
      const input = { lists: names.split(' ') as SightedList[] };
      const looking = await client.notices.look(input, { signal: stop.signal });
      while ((await looking.next()).done !== true);
    };
    // It ends with the connection, and begins anew with the next one.
    look().catch(() => undefined);
    return () => stop.abort();
  }, [client, isLooking, names]);
}
