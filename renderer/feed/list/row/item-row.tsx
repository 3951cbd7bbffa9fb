import { IconApprove, IconClock, IconNotInterested, IconStar } from '@stackoverflow/stacks-icons/icons';
import { useState, type FocusEvent, type MouseEvent, type ReactNode } from 'react';
import type { InboxEntry } from '../../../../common/contract/contract.ts';
import { MATCH_KIND } from '../../../../common/schemas/match-kind.ts';
import { kindName } from '../../../../common/i18n/network-names.ts';
import { snoozedWords } from '../../../../common/i18n/state-words.ts';
import { isWebAddress } from '../../../../common/safe-text.ts';
import { rowOf } from '../../../agent/visible-rows.ts';
import { useLocale, useWords } from '../../../appearance/language.tsx';
import { Icon } from '../../../widgets/icon.tsx';
import { SiteIcon } from '../../../widgets/site-icon.tsx';
import { kindColour, kindIconStyle } from './item-icons.ts';
import { MarkedText } from './marked-text.tsx';

/** What a row stands for that is the newest of several of one question. */
export interface RowThread {
  /** How many there are, the newest included. */
  count: number;
  isUnfolded: boolean;
  onToggle: () => void;
}

interface Props {
  entry: InboxEntry;
  /** In ms; what its age is told by. */
  now: number;
  /** Tab reaches this row. */
  isActive: boolean;
  /** It is being read. */
  isOpen: boolean;
  isTicked?: boolean | undefined;
  /** Another is ticked, so that each shows where it can be. */
  isTicking?: boolean | undefined;
  thread?: RowThread | undefined;
  /** It is one of the older ones of a thread that is unfolded. */
  isOlder?: boolean | undefined;
  onOpen: () => void;
  /** The browser opens it in a tab of its own. */
  onBrowser: () => void;
  onFocus: () => void;
  /** Ticks it for what is done with several at once; `range`: with all from the last one on. */
  onTick?: ((range: boolean) => void) | undefined;
  /** Buttons of what else can be done with it, there only while somebody is in the row: many rows stay light. */
  children?: ReactNode;
}

/** Which kind of thing happened, by whom where that is known, and how it begins. */
function What({ entry, now, thread }: Pick<Props, 'entry' | 'now' | 'thread'>) {
  const locale = useLocale();
  const { words } = locale;
  const { unread, muted, done, saved, snoozedUntil, excerpt, found, tags, itemType, person, site, title } = entry;
  const kind = kindName(words, itemType);
  const said = [
    unread && words('inbox.unreadMark'),
    muted && `${words('inbox.muted')}.`,
    done && `${words('inbox.filters.done')}.`,
    saved && `${words('inbox.filters.saved')}.`,
    snoozedUntil && `${snoozedWords(locale, snoozedUntil, now)}.`,
    person === undefined ? site.name : `${kind} · ${site.name}`,
  ];
  const isTagged = itemType === MATCH_KIND && excerpt === '';
  return (
    <>
      <span className={`item--kind ${kindColour(itemType)}`} style={kindIconStyle(itemType)}>
        <span className="visually-hidden">{said.filter(Boolean).join(' ')}</span>
      </span>
      <span className="item--who">{person ?? kind}</span>
      {thread && <ThreadButton thread={thread} title={title} />}
      <span className="item--words">
        {isTagged ? tags.join(', ') : <MarkedText text={excerpt} stretches={found?.excerpt} />}
      </span>
    </>
  );
}

/** How it is marked, and how old it is. */
function State({ entry, now }: Pick<Props, 'entry' | 'now'>) {
  const { shortAge, fullDate } = useLocale();
  const { snoozedUntil, muted, done, saved, createdAt } = entry;
  return (
    <>
      {muted && <Icon svg={IconNotInterested} />}
      {done && <Icon svg={IconApprove} />}
      {saved && <Icon svg={IconStar} />}
      {snoozedUntil && <Icon svg={IconClock} className="item--snoozed" />}
      <time dateTime={createdAt.toISOString()} title={fullDate(createdAt)}>
        {shortAge(createdAt, now)}
      </time>
    </>
  );
}

/** The title, which opens the item for reading: a link where there is a page, else a button. */
function Title({ entry, isActive, isOpen, onOpen, onBrowser, onFocus, onTick }: Props) {
  const follow = (event: MouseEvent) => {
    event.preventDefault();
    if (onTick && (event.ctrlKey || event.metaKey || event.shiftKey)) onTick(event.shiftKey);
    else onOpen();
  };
  // The middle button has the browser open the link itself, in a tab beside this page.
  const openBeside = ({ button }: MouseEvent) => button === 1 && onBrowser();
  // Nor does Shift select text up to there.
  const keepSelection = (event: MouseEvent) => event.shiftKey && event.preventDefault();
  const attributes = {
    className: 'item--title',
    title: entry.title,
    dir: 'auto',
    tabIndex: isActive ? 0 : -1,
    'data-item': entry.key,
    'aria-current': isOpen ? ('true' as const) : undefined,
    onFocus,
    onClick: follow,
    onMouseDown: keepSelection,
  };
  const text = <MarkedText text={entry.title} stretches={entry.found?.title} />;
  return isWebAddress(entry.link) ? (
    <a {...attributes} onAuxClick={openBeside} href={entry.link} target="_blank" rel="noopener noreferrer">
      {text}
    </a>
  ) : (
    <button type="button" {...attributes}>
      {text}
    </button>
  );
}

/** How many a thread has, which folds and unfolds it. */
function ThreadButton({ thread, title }: { thread: RowThread; title: string }) {
  const { words, number } = useLocale();
  const { count, isUnfolded, onToggle } = thread;
  return (
    <button
      type="button"
      className="item--thread"
      tabIndex={-1}
      aria-expanded={isUnfolded}
      aria-label={words('inbox.thread', { count, title })}
      onClick={onToggle}
    >
      {number(count)}
    </button>
  );
}

/** The box that ticks a row, in the place of its dot. */
function Tick({ title, isTicked, onTick }: { title: string; isTicked: boolean; onTick: (range: boolean) => void }) {
  return (
    <label className="item--tick">
      <input
        type="checkbox"
        className="checkbox"
        tabIndex={-1}
        aria-label={useWords()('inbox.selectionTick', { title })}
        checked={isTicked}
        onChange={({ nativeEvent }) => onTick(nativeEvent instanceof globalThis.MouseEvent && nativeEvent.shiftKey)}
      />
    </label>
  );
}

/**
 * One thing that happened, on two lines; on one where the list is wide, and in the compact density. A click shows it
 * for reading. What can be done with it takes the place of its age while somebody points at it or has the focus in it.
 */
export function ItemRow(props: Props) {
  const { entry, isOpen, thread, isOlder, isTicked = false, isTicking = false, onTick, children } = props;
  const [isPointed, setPointed] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const marks = [
    entry.unread && 'is-unread',
    isOpen && 'is-open',
    isTicked && 'is-ticked',
    isOlder === true && 'is-older',
    entry.muted && 'is-muted',
    thread && 'has-thread',
  ].filter(Boolean);
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) setFocused(false);
  };
  return (
    <div
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      onFocus={() => setFocused(true)}
      onBlur={leave}
      className={['item', ...marks].join(' ')}
      {...rowOf([entry.key])}
    >
      {onTick && (isTicking || isPointed) && <Tick title={entry.title} isTicked={isTicked} onTick={onTick} />}
      <SiteIcon site={entry.site} />
      <Title {...props} />
      <What entry={entry} now={props.now} thread={thread} />
      <div className="item--end">
        {(isPointed || isFocused) && children !== undefined ? (
          <div className="item--actions">{children}</div>
        ) : (
          <State entry={entry} now={props.now} />
        )}
      </div>
    </div>
  );
}
