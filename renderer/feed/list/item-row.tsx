import { IconClock, IconNotInterested } from '@stackoverflow/stacks-icons/icons';
import { useState, type MouseEvent, type ReactNode } from 'react';
import type { InboxEntry } from '../../../common/contract/contract.ts';
import { MATCH_KIND } from '../../../common/schemas/match-kind.ts';
import { kindName } from '../../../common/i18n/network-names.ts';
import { isWebAddress } from '../../../common/safe-text.ts';
import { rowOf } from '../../agent/visible-rows.ts';
import { useLocale } from '../../appearance/language.tsx';
import { Icon } from '../../widgets/icon.tsx';
import { SiteIcon } from '../../widgets/site-icon.tsx';
import { kindIconStyle } from './item-icons.ts';
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
  /** A heading tells the site already. */
  withoutSite?: boolean | undefined;
  thread?: RowThread | undefined;
  /** It is one of the older ones of a thread that is unfolded. */
  isOlder?: boolean | undefined;
  onOpen: () => void;
  /** The browser opens it in a tab of its own. */
  onBrowser: () => void;
  onFocus: () => void;
  /** Buttons of what else can be done with it, shown where the person is and nowhere else: many rows stay light. */
  children?: ReactNode;
}

/** Which kind of thing happened and where, how it is marked, its beginning, and how long ago it was. */
function Meta({ entry, now, withoutSite }: Pick<Props, 'entry' | 'now' | 'withoutSite'>) {
  const { words, age, fullDate, clockTime } = useLocale();
  const { unread, snoozedUntil, excerpt, found, tags, itemType } = entry;
  const kind = kindName(words, itemType);
  return (
    <p className="item--meta" style={kindIconStyle(itemType)}>
      <span className="item--kind">
        {unread && <span className="visually-hidden">{words('inbox.unreadMark')} </span>}
        {withoutSite === true ? kind : `${kind} · ${entry.site.name}`}
      </span>
      {entry.muted && <Icon svg={IconNotInterested} />}
      {entry.muted && <span>{words('inbox.muted')}</span>}
      {snoozedUntil && <Icon svg={IconClock} />}
      {snoozedUntil && <span>{clockTime(snoozedUntil, now)}</span>}
      <span className="item--excerpt">
        {itemType === MATCH_KIND && excerpt === '' ? (
          tags.join(', ')
        ) : (
          <MarkedText text={excerpt} stretches={found?.excerpt} />
        )}
      </span>
      <time dateTime={entry.createdAt.toISOString()} title={fullDate(entry.createdAt)}>
        {age(entry.createdAt, now)}
      </time>
    </p>
  );
}

/** The title, which opens the item for reading: a link where there is a page, else a button. */
function Title({ entry, isActive, isOpen, onOpen, onBrowser, onFocus }: Props) {
  const follow = (event: MouseEvent) => {
    // With a modifier the browser opens the link itself, in a tab beside this page.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return onBrowser();
    event.preventDefault();
    onOpen();
  };
  const attributes = {
    className: 'item--title',
    title: entry.title,
    tabIndex: isActive ? 0 : -1,
    'data-item': entry.key,
    'aria-current': isOpen ? ('true' as const) : undefined,
    onFocus,
    onClick: follow,
  };
  const text = <MarkedText text={entry.title} stretches={entry.found?.title} />;
  return isWebAddress(entry.link) ? (
    <a {...attributes} href={entry.link} target="_blank" rel="noopener noreferrer">
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

/**
 * One thing that happened, on two lines (on one in the compact density): what and where, how long ago. A click shows it
 * for reading. Its height is its parent's.
 */
export function ItemRow(props: Props) {
  const { entry, isActive, isOpen, thread, isOlder, children } = props;
  const [isPointed, setPointed] = useState(false);
  const marks = [entry.unread && 'is-unread', isOpen && 'is-open', isOlder === true && 'is-older'].filter(Boolean);
  return (
    <div
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      className={['item', ...marks].join(' ')}
      {...rowOf([entry.key])}
    >
      <SiteIcon site={entry.site} />
      <Title {...props} />
      {thread && <ThreadButton thread={thread} title={entry.title} />}
      <Meta entry={entry} now={props.now} withoutSite={props.withoutSite} />
      {(isActive || isPointed) && children !== undefined && <div className="item--actions">{children}</div>}
    </div>
  );
}
