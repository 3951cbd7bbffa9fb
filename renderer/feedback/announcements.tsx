/**
 * The room of feedback: how the window says what happened. Announcements at its foot with a way back, states of a list
 * (empty, loading, failed), errors in plain words, and the trouble that a network makes.
 */

import { IconClear } from '@stackoverflow/stacks-icons/icons';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { createContext, useCallback, useContext, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import type { NotificationAction } from '../../common/contract/contract.ts';
import { useWords } from '../appearance/language.tsx';
import { Icon } from '../widgets/icon.tsx';
import { useNewsPlace } from './news-place.ts';
import { withNews } from './news-queue.ts';
import { NewsSlotContext } from './news-slots.tsx';
import { plainError } from './plain-error.ts';
import { useShortcut } from '../commands/shortcuts.tsx';
import { UndoStack } from './undo-stack.ts';

export interface Announcement {
  kind: 'done' | 'failed' | 'news';
  message: string;
  advice?: string;
  /** Takes back what was done; offered as a button, and by Ctrl+Z. */
  undo?: (() => void) | undefined;
  /** News is a notification of the agent's, and something can be done with it. */
  notice?: {
    id: number;
    actions: readonly { id: NotificationAction; label: string }[];
    act: (action: NotificationAction) => void;
  };
}

/** Something to say, what a call failed with, or news that is none any more. */
export type Announceable = Announcement | { error: unknown } | { withdrawn: number };

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

type ShownAnnouncement = Announcement & { id: number };

/** What can be done with news besides opening it. */
function NewsActions({
  actions,
  act,
}: Pick<NonNullable<Announcement['notice']>, 'actions'> & { act: (action: NotificationAction) => void }) {
  const others = actions.filter(({ id }) => id !== 'open');
  if (others.length === 0) return null;
  return (
    <div className="announcement--actions">
      {others.map(({ id, label }) => (
        <button key={id} type="button" className="btn" onClick={() => act(id)}>
          {label}
        </button>
      ))}
    </div>
  );
}

interface NoticeProps {
  shown: ShownAnnouncement;
  /** How many there are with it: the others follow once it is gone. */
  count?: number;
  /** Somebody reads: nothing goes away under the pointer or the focus. */
  isRead: boolean;
  onUndo: (undo: () => void) => void;
  onGone: (shown: ShownAnnouncement) => void;
}

function Notice({ shown, count = 1, isRead, onUndo, onGone }: NoticeProps) {
  const words = useWords();
  const { undo } = shown;
  const gone = useEffectEvent(() => onGone(shown));
  useEffect(() => {
    const duration = durationMs(shown);
    if (isRead || !Number.isFinite(duration)) return undefined;
    const timer = setTimeout(gone, duration);
    return () => clearTimeout(timer);
  }, [shown, isRead]);
  const { notice } = shown;
  const act = (action: NotificationAction) => {
    notice?.act(action);
    onGone(shown);
  };
  const said = (
    <>
      <strong>{shown.message}</strong> <span className="announcement--advice">{shown.advice}</span>
    </>
  );
  const opens = notice?.actions.some(({ id }) => id === 'open') === true;
  return (
    <div className={`announcement announcement__${shown.kind}`}>
      <p>
        {count > 1 && <span className="announcement--count">{words('common.firstOf', { count })}</span>}
        {opens ? (
          <button type="button" className="announcement--open" onClick={() => act('open')}>
            {said}
          </button>
        ) : (
          said
        )}
      </p>
      <NewsActions actions={notice?.actions ?? []} act={act} />
      {undo && (
        <button type="button" className="btn btn__line" onClick={() => onUndo(undo)}>
          {words('common.undo')}
        </button>
      )}
      <button type="button" className="btn" aria-label={words('common.dismiss')} onClick={() => onGone(shown)}>
        <Icon svg={IconClear} />
      </button>
    </div>
  );
}

interface Latest {
  /** The announcement of something that the person did. */
  action?: ShownAnnouncement | undefined;
  /** The first is shown; the next one follows when it is gone. */
  news: readonly ShownAnnouncement[];
}

interface ShownProps extends Latest, Omit<NoticeProps, 'shown' | 'count'> {
  /** The place that the frame keeps for news. */
  side: HTMLElement | null;
  /** Somebody began to read what is shown, or ceased to. */
  onRead: (isRead: boolean) => void;
}

/** News in its place in the frame, or above the announcement of an action where the window has none. */
function ShownAnnouncements({ news, action, side, isRead, onRead, onUndo, onGone }: ShownProps) {
  const [newsBox, foot] = [useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null)];
  const isShown = news.length > 0;
  const place = useNewsPlace({ news: newsBox, foot, side, isShown });
  const slot = isShown && place === 'side' ? side : null;
  const isNewsKept = place === 'nowhere' || document.visibilityState === 'hidden';
  const newsNotice = (
    <div ref={newsBox} className="announcements--news" data-place={place} hidden={!isShown}>
      {/* One box for all news: the focus stays on its button when the next one comes. */}
      {news[0] && (
        <Notice shown={news[0]} count={news.length} isRead={isRead || isNewsKept} onUndo={onUndo} onGone={onGone} />
      )}
    </div>
  );
  return (
    // The handlers only keep it in sight while somebody reads it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      className="announcements"
      role="status"
      aria-live="polite"
      onPointerEnter={() => onRead(true)}
      onPointerLeave={() => onRead(false)}
      onFocus={() => onRead(true)}
      onBlur={() => onRead(false)}
    >
      {slot ? createPortal(newsNotice, slot) : newsNotice}
      <div ref={foot} className="announcements--foot" />
      {action && <Notice key={action.id} shown={action} isRead={isRead} onUndo={onUndo} onGone={onGone} />}
    </div>
  );
}

/**
 * Calls `then` as soon as no mutation is pending. One that is under way cannot be undone yet, and the person does not
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
 * Shows the latest announcement at the foot of the window, and reads it out. News have a place of their own in the
 * frame, one after the other: they come unasked, and must not hide what can be undone. Ctrl+Z still undoes when no
 * announcement is left.
 */
export function Announcements({ register, children }: { register: (announce: Announce) => void; children: ReactNode }) {
  const words = useWords();
  const [latest, setLatest] = useState<Latest>({ news: [] });
  const [side, setSide] = useState<HTMLElement | null>(null);
  const [isRead, setIsRead] = useState(false);
  const isReadNow = useRef(false);
  useEffect(() => {
    isReadNow.current = isRead;
  }, [isRead]);
  const [undos] = useState(() => new UndoStack());
  const queries = useQueryClient();
  const count = useRef(0);
  const announce = useCallback<Announce>(
    (announceable) => {
      if ('withdrawn' in announceable) {
        const { withdrawn } = announceable;
        setLatest(({ action, news }) => ({ action, news: news.filter(({ notice }) => notice?.id !== withdrawn) }));
        return;
      }
      const announcement: Announcement =
        'error' in announceable ? { kind: 'failed', ...plainError(announceable.error, words) } : announceable;
      if (announcement.undo) undos.push(announcement.undo);
      const shown = { ...announcement, id: ++count.current };
      const isBeingRead = isReadNow.current;
      setLatest(({ action, news }) =>
        shown.kind === 'news' ? { action, news: withNews(news, shown, isBeingRead) } : { action: shown, news },
      );
    },
    [words, undos],
  );
  useEffect(() => register(announce), [register, announce]);
  const gone = (shown: ShownAnnouncement) => {
    setLatest(({ action, news }) => ({
      action: action === shown ? undefined : action,
      news: news.filter((one) => one !== shown),
    }));
    // The next news stands where this one stood, under the pointer or the focus.
    if (shown !== latest.news[0] || latest.news.length === 1) setIsRead(false);
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
  // Registered even with nothing to undo: the browser would otherwise undo what was typed long ago, somewhere else.
  useShortcut('Mod+z', words('shortcuts.undo'), undoLatest);
  useShortcut('z', words('shortcuts.undo'), undoLatest);
  return (
    <AnnounceContext value={announce}>
      <NewsSlotContext value={setSide}>{children}</NewsSlotContext>
      <ShownAnnouncements {...latest} side={side} isRead={isRead} onRead={setIsRead} onUndo={undoThis} onGone={gone} />
    </AnnounceContext>
  );
}
