import { IconClear } from '@stackoverflow/stacks-icons/icons';
import { createContext, useCallback, useContext, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

export interface Announcement {
  kind: 'done' | 'failed' | 'news';
  message: string;
  advice?: string;
}

type Announce = (announcement: Announcement) => void;

const AnnounceContext = createContext<Announce>(() => {});

/** Says something in passing: what was done, or what went wrong. */
export function useAnnounce(): Announce {
  return useContext(AnnounceContext);
}

/** What was done goes by itself, news after a while; what failed stays until it is dismissed or replaced. */
const staysMs = { done: 5000, news: 15_000 };

const looks = { done: 's-notice__success', news: 's-notice__info', failed: 's-notice__danger' };

/** Shows the latest announcement at the foot of the window, and reads it out. */
export function Announcements({ register, children }: { register: (announce: Announce) => void; children: ReactNode }) {
  const [latest, setLatest] = useState<Announcement & { id: number }>();
  const announce = useCallback<Announce>((announcement) => setLatest((before) => ({ ...announcement, id: (before?.id ?? 0) + 1 })), []);
  useEffect(() => register(announce), [register, announce]);
  useEffect(() => {
    if (!latest || latest.kind === 'failed') return undefined;
    const timer = setTimeout(() => setLatest(undefined), staysMs[latest.kind]);
    return () => clearTimeout(timer);
  }, [latest]);
  return (
    <AnnounceContext value={announce}>
      {children}
      <div className="announcements" role="status" aria-live="polite">
        {latest && (
          <div key={latest.id} className={`s-notice announcement ${looks[latest.kind]}`}>
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
