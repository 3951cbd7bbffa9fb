import { IconClear } from '@stackoverflow/stacks-icons/icons';
import { createContext, useCallback, useContext, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

export interface Announcement {
  kind: 'done' | 'failed';
  message: string;
  advice?: string;
}

type Announce = (announcement: Announcement) => void;

const AnnounceContext = createContext<Announce>(() => {});

/** Says something in passing: what was done, or what went wrong. */
export function useAnnounce(): Announce {
  return useContext(AnnounceContext);
}

/** Good news goes by itself; bad news stays until it is dismissed or replaced. */
const goodNewsStaysMs = 5000;

/** Shows the latest announcement at the foot of the window, and reads it out. */
export function Announcements({ register, children }: { register: (announce: Announce) => void; children: ReactNode }) {
  const [latest, setLatest] = useState<Announcement & { id: number }>();
  const announce = useCallback<Announce>((announcement) => setLatest((before) => ({ ...announcement, id: (before?.id ?? 0) + 1 })), []);
  useEffect(() => register(announce), [register, announce]);
  useEffect(() => {
    if (latest?.kind !== 'done') return undefined;
    const timer = setTimeout(() => setLatest(undefined), goodNewsStaysMs);
    return () => clearTimeout(timer);
  }, [latest]);
  return (
    <AnnounceContext value={announce}>
      {children}
      <div className="announcements" role="status" aria-live="polite">
        {latest && (
          <div key={latest.id} className={`s-notice announcement ${latest.kind === 'done' ? 's-notice__success' : 's-notice__danger'}`}>
            <p>
              <strong>{latest.message}</strong> {latest.advice}
            </p>
            <button type="button" className="s-btn s-btn__sm s-btn__muted" aria-label="Dismiss" onClick={() => setLatest(undefined)}>
              <Icon svg={IconClear} />
            </button>
          </div>
        )}
      </div>
    </AnnounceContext>
  );
}
