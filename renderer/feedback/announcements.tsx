/**
 * The room of feedback: how the window says what happened. Announcements at its foot with a way back, states of a list
 * (empty, loading, failed), errors in plain words, and the trouble that a network makes.
 */

import { IconClear } from '@stackoverflow/stacks-icons/icons';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { createContext, useCallback, useContext, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useWords } from '../appearance/language.tsx';
import { Icon } from '../widgets/icon.tsx';
import { plainError } from './plain-error.ts';
import { useShortcut } from '../commands/shortcuts.tsx';
import { UndoStack } from './undo-stack.ts';

export interface Announcement {
  kind: 'done' | 'failed' | 'news';
  message: string;
  advice?: string;
  /** Takes back what was done; offered as a button, and by Ctrl+Z. */
  undo?: (() => void) | undefined;
}

/** Something to say, or what a call failed with. */
export type Announceable = Announcement | { error: unknown };

type Announce = (announcement: Announceable) => void;

const AnnounceContext = createContext<Announce>(() => {});

/** Says something in passing: what was done, or what went wrong. */
export function useAnnounce(): Announce {
  return useContext(AnnounceContext);
}

/** How long an announcement stays, in milliseconds. What failed stays until it is dismissed or replaced. */
function durationMs({ kind, undo }: Announcement): number {
  if (kind === 'failed') return Infinity;
  return undo !== undefined || kind === 'news' ? 15_000 : 5000;
}

const NOTICE_CLASSES = { done: 's-notice__success', news: 's-notice__info', failed: 's-notice__danger' };

type ShownAnnouncement = Announcement & { id: number };

interface NoticeProps {
  shown: ShownAnnouncement;
  /** Somebody reads: nothing goes away under the pointer or the focus. */
  isRead: boolean;
  onUndo: (undo: () => void) => void;
  onGone: (shown: ShownAnnouncement) => void;
}

function Notice({ shown, isRead, onUndo, onGone }: NoticeProps) {
  const words = useWords();
  const { undo } = shown;
  const gone = useEffectEvent(() => onGone(shown));
  useEffect(() => {
    const duration = durationMs(shown);
    if (isRead || !Number.isFinite(duration)) return undefined;
    const timer = setTimeout(gone, duration);
    return () => clearTimeout(timer);
  }, [shown, isRead]);
  return (
    <div className={`s-notice announcement ${NOTICE_CLASSES[shown.kind]}`}>
      <p>
        <strong>{shown.message}</strong> {shown.advice}
      </p>
      {undo && (
        <button type="button" className="s-btn s-btn__sm s-btn__outlined" onClick={() => onUndo(undo)}>
          {words('common.undo')}
        </button>
      )}
      <button
        type="button"
        className="s-btn s-btn__sm s-btn__muted"
        aria-label={words('common.dismiss')}
        onClick={() => onGone(shown)}
      >
        <Icon svg={IconClear} />
      </button>
    </div>
  );
}

/**
 * Calls `then` as soon as no mutation is pending. One without an answer cannot be undone yet, and the person does not
 * mean the one before it.
 */
function whenIdle(queries: QueryClient, then: () => void): void {
  if (queries.isMutating() === 0) {
    then();
    return;
  }
  const stop = queries.getMutationCache().subscribe(() => {
    if (queries.isMutating() > 0) return;
    stop();
    then();
  });
}

/**
 * Shows the latest announcement at the foot of the window, and reads it out. News have a place of their own above it:
 * they come unasked, and must not take from sight what can be undone. Ctrl+Z goes on where no announcement is left.
 */
export function Announcements({ register, children }: { register: (announce: Announce) => void; children: ReactNode }) {
  const words = useWords();
  const [latest, setLatest] = useState<{
    action?: ShownAnnouncement | undefined;
    news?: ShownAnnouncement | undefined;
  }>({});
  const [isRead, setIsRead] = useState(false);
  const [undos] = useState(() => new UndoStack());
  const queries = useQueryClient();
  const count = useRef(0);
  const announce = useCallback<Announce>(
    (announceable) => {
      const announcement: Announcement =
        'error' in announceable ? { kind: 'failed', ...plainError(announceable.error, words) } : announceable;
      if (announcement.undo) undos.push(announcement.undo);
      const id = ++count.current;
      setLatest((before) => ({
        ...before,
        [announcement.kind === 'news' ? 'news' : 'action']: { ...announcement, id },
      }));
    },
    [words, undos],
  );
  useEffect(() => register(announce), [register, announce]);
  const gone = (shown: ShownAnnouncement) => {
    setLatest(({ action, news }) => ({
      action: action === shown ? undefined : action,
      news: news === shown ? undefined : news,
    }));
    setIsRead(false);
  };
  const undoThis = (undo: () => void) => {
    setLatest(({ news }) => ({ news }));
    setIsRead(false);
    undos.undo(undo);
  };
  const undoLatest = () =>
    whenIdle(queries, () => {
      setLatest(({ news }) => ({ news }));
      if (!undos.undoLatest()) announce({ kind: 'done', message: words('common.nothingToUndo') });
    });
  // Also with nothing left to take back: the browser would undo what was typed long ago, somewhere else.
  useShortcut('Mod+z', words('shortcuts.undo'), undoLatest);
  return (
    <AnnounceContext value={announce}>
      {children}
      {/* The handlers only keep it in sight while somebody reads it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        className="announcements"
        role="status"
        aria-live="polite"
        onPointerEnter={() => setIsRead(true)}
        onPointerLeave={() => setIsRead(false)}
        onFocus={() => setIsRead(true)}
        onBlur={() => setIsRead(false)}
      >
        {[latest.news, latest.action].map(
          (shown) => shown && <Notice key={shown.id} shown={shown} isRead={isRead} onUndo={undoThis} onGone={gone} />,
        )}
      </div>
    </AnnounceContext>
  );
}
