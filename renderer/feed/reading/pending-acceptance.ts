import { useEffect } from 'react';
import { usePersistentState } from '../../agent/use-persistent-state.ts';

/** What waits for the permission to write, which takes a sign-in of its own. */
export interface PendingAcceptance {
  /** Of the inbox item. */
  key: string;
  undo: boolean;
}

/** The acceptance that waits for the permission to write, and what changes it. */
export const usePendingAcceptance = () => usePersistentState<PendingAcceptance>('pending-acceptance');

/** Forgets an acceptance that waits, once another item is read: nobody expects it any more. */
export function useForgottenAcceptance(itemKey: string): void {
  const [pending, setPending] = usePendingAcceptance();
  useEffect(() => {
    if (pending && pending.key !== itemKey) setPending(undefined);
  }, [pending, setPending, itemKey]);
}
