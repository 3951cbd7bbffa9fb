import { IconClock, IconMail, IconMailOpen, IconNotInterested } from '@stackoverflow/stacks-icons/icons';
import { useState, type MouseEvent } from 'react';
import type { InboxEntry } from '../../../common/contract/contract.ts';
import { Icon } from '../../widgets/icon.tsx';
import { isWebAddress } from '../../agent/outside-link.tsx';
import { SiteIcon } from '../../widgets/site-icon.tsx';
import { useLocale } from '../../appearance/language.tsx';
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

/** Which kind of thing happened, how it is marked, and how long ago it was. */
function Meta({ entry, now, withSite }: { entry: InboxEntry; now: number; withSite: boolean }) {
  const { words, age, fullDate, clockTime } = useLocale();
  const { unread, snoozedUntil } = entry;
  return (
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
  );
}

/** The title, which opens the item for reading: a link where there is a page, else a button. */
function Title({ of: { entry }, isActive, isOpen, onOpen, onBrowser, onFocus }: Props) {
  const follow = (event: MouseEvent) => {
    // With a modifier the browser opens the link itself, in a tab beside this page.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return onBrowser();
    event.preventDefault();
    onOpen();
  };
  const attributes = {
    className: 'item--title',
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

/** One thing that happened: where, what, how long ago. A click shows it for reading. */
export function ItemRow(props: Props) {
  const { of, now, isActive, isOpen, withSite, onToggleRead } = props;
  const { entry, day, site } = of;
  const { words, dayName } = useLocale();
  const { title, excerpt, unread, found } = entry;
  // What else can be done is there where the person is, and nowhere else: very many rows stay light.
  const [isPointed, setPointed] = useState(false);
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
        <Meta entry={entry} now={now} withSite={withSite} />
        <Title {...props} />
        {excerpt !== '' && (
          <p className="item--excerpt">
            <MarkedText text={excerpt} stretches={found?.excerpt} />
          </p>
        )}
        {(isActive || isPointed) && (
          <button
            type="button"
            className="s-btn s-btn__muted s-btn__sm item--mark"
            aria-label={words(unread ? 'inbox.actions.readThis' : 'inbox.actions.unreadThis', { title })}
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
