import { IconClock, IconMail, IconMailOpen, IconNotInterested } from '@stackoverflow/stacks-icons/icons';
import { useState, type MouseEvent } from 'react';
import { Icon } from '../../widgets/icon.tsx';
import { isWebAddress } from '../../widgets/outside-link.tsx';
import { SiteIcon } from '../../widgets/site-icon.tsx';
import { useSpeech } from '../../appearance/language.tsx';
import { MarkedText } from './marked-text.tsx';
import type { GroupedEntry } from './group-by-day.ts';
import { kindName } from '../../../common/i18n/network-names.ts';
import { kindIcon } from './item-icons.ts';

interface Props {
  of: GroupedEntry;
  now: number;
  isActive: boolean;
  isOpen: boolean;
  /** The site is told with the item, because no heading tells it. */
  withSite: boolean;
  onOpen: () => void;
  /** The browser opens it in a tab of its own. */
  onBrowser: () => void;
  onFocus: () => void;
  onToggleRead: () => void;
}

/** One thing that happened: where, what, how long ago. A click shows it for reading. */
export function ItemRow({
  of: { entry, day, site },
  now,
  isActive,
  isOpen,
  withSite,
  onOpen,
  onBrowser,
  onFocus,
  onToggleRead,
}: Props) {
  const { words, age, fullDate, clockTime, dayName } = useSpeech();
  const { title, excerpt, unread, found, snoozedUntil } = entry;
  // What else can be done is there where the person is, and nowhere else: very many rows stay light.
  const [isPointed, setPointed] = useState(false);
  const follow = (event: MouseEvent) => {
    // With a modifier the browser opens the link itself, in a tab beside this page.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return onBrowser();
    event.preventDefault();
    onOpen();
  };
  const named = {
    className: 'item--title',
    tabIndex: isActive ? 0 : -1,
    'data-item': entry.key,
    'aria-current': isOpen ? ('true' as const) : undefined,
    onFocus,
    onClick: follow,
  };
  const toggle = words(unread ? 'inbox.actions.readThis' : 'inbox.actions.unreadThis', { title });
  return (
    <>
      {day && <h2 className="items--day">{dayName(day, now)}</h2>}
      {site && <h3 className="items--site">{site.name}</h3>}
      <div
        onPointerEnter={() => setPointed(true)}
        onPointerLeave={() => setPointed(false)}
        className={`item ${unread ? 'is-unread' : ''} ${isOpen ? 'is-open' : ''}`}
      >
        <SiteIcon site={entry.site} />
        <p className="item--meta">
          {unread && <span className="visually-hidden">{words('inbox.unreadMark')} </span>}
          <Icon svg={kindIcon(entry.itemType)} />
          <span className="item--kind">{kindName(words, entry.itemType)}</span>
          {withSite && <span>{entry.site.name}</span>}
          {entry.muted && <Icon svg={IconNotInterested} />}
          {entry.muted && <span>{words('inbox.muted')}</span>}
          {snoozedUntil && <Icon svg={IconClock} />}
          {snoozedUntil && <span>{clockTime(snoozedUntil, now)}</span>}
          <time dateTime={entry.createdAt.toISOString()} title={fullDate(entry.createdAt)}>
            {age(entry.createdAt, now)}
          </time>
        </p>
        {isWebAddress(entry.link) ? (
          <a {...named} href={entry.link} target="_blank" rel="noopener noreferrer">
            <MarkedText text={title} stretches={found?.title} />
          </a>
        ) : (
          <button type="button" {...named}>
            <MarkedText text={title} stretches={found?.title} />
          </button>
        )}
        {excerpt !== '' && (
          <p className="item--excerpt">
            <MarkedText text={excerpt} stretches={found?.excerpt} />
          </p>
        )}
        {(isActive || isPointed) && (
          <button
            type="button"
            className="s-btn s-btn__muted s-btn__sm item--mark"
            aria-label={toggle}
            title={words(unread ? 'inbox.actions.read' : 'inbox.actions.unread')}
            onClick={onToggleRead}
          >
            <Icon svg={unread ? IconMailOpen : IconMail} />
          </button>
        )}
      </div>
    </>
  );
}
