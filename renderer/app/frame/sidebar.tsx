/**
 * The frame's room: what stands around every view. The sidebar leads to the views, the sites and the person's own
 * status; the lines of `stopper` say what keeps news from coming.
 */

import {
  IconApprove,
  IconClock,
  IconEye,
  IconGear,
  IconInbox,
  IconReputation,
  IconSidebarRight,
  IconStarUnfilled,
} from '@stackoverflow/stacks-icons/icons';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import type { AppState, InboxFilter, InboxView } from '../../../common/contract/contract.ts';
import { INBOX_STATES } from '../../../common/schemas/inbox-states.ts';
import { useOpenPanel } from '../../agent/use-open-panel.ts';
import logo from '../../appearance/askbell.svg';
import { useLocale } from '../../appearance/language.tsx';
import { useWideWindow } from '../../appearance/theme.ts';
import { useFeedCounts, useSavedFilter } from '../../feed/feed-queries.ts';
import { NewsSlot } from '../../feedback/news-slots.tsx';
import { Icon, IconButton } from '../../widgets/icon.tsx';
import { SiteIcon } from '../../widgets/site-icon.tsx';
import { StatusButton } from './status-popover.tsx';

const VIEWS = [
  { path: '/inbox', name: 'inbox', icon: IconInbox },
  { path: '/watches', name: 'watches', icon: IconEye },
  { path: '/reputation', name: 'reputation', icon: IconReputation },
  { path: '/settings', name: 'settings', icon: IconGear },
] as const;

/** Whether an address is a view's own, or of a page in it. */
const isWithin = (location: string, view: string): boolean => location === view || location.startsWith(`${view}/`);

/** Counts above this are told as "999+". */
const MAX_SHOWN_COUNT = 999;

/** How many there are; `isUnread`: unread ones, which is said. */
function Count({ count, isUnread = true }: { count: number; isUnread?: boolean }) {
  const { words, number } = useLocale();
  if (count <= 0) return null;
  return (
    <span className="unread-count">
      {count > MAX_SHOWN_COUNT ? `${number(MAX_SHOWN_COUNT)}+` : number(count)}
      {isUnread && <span className="visually-hidden"> {words('common.unread')}</span>}
    </span>
  );
}

/** Opens the panel, also where the tray cannot. */
function OpenPanel() {
  const { words } = useLocale();
  const open = useOpenPanel();
  return <IconButton className="brand--panel" label={words('panel.open')} icon={IconSidebarRight} onClick={open} />;
}

const STATE_ICONS = { snoozed: IconClock, saved: IconStarUnfilled, done: IconApprove };

const UNREAD_INBOX: InboxFilter = { source: 'inbox', unread: true };

/** A part of the inbox, as a button: it shows the inbox with that filter. */
function InboxPart({ filter, icon, name, count }: { filter: InboxView; icon: ReactNode; name: string; count: number }) {
  const [location, go] = useLocation();
  const [saved, saveFilter] = useSavedFilter();
  const isShown =
    location === '/inbox' &&
    (filter.state ? saved?.state === filter.state : saved?.site === filter.site && !saved?.state);
  const show = () => {
    saveFilter({ grouping: saved?.grouping, ...(!isShown && filter) });
    go('/inbox');
  };
  return (
    <li>
      <button type="button" className="side--view" aria-pressed={isShown} onClick={show}>
        {icon}
        <span className="side--label">{name}</span>
        <Count count={count} isUnread={filter.state === undefined} />
      </button>
    </li>
  );
}

/** The person's sites with what is unread there, and what was set aside; only where the sidebar has its whole width. */
function InboxParts() {
  const { words } = useLocale();
  const counts = useFeedCounts(UNREAD_INBOX).data;
  if (!counts) return null;
  const states = INBOX_STATES.filter((state) => counts[state] > 0);
  return (
    <>
      {states.length > 0 && (
        <ul className="side--views__after">
          {states.map((state) => (
            <InboxPart
              key={state}
              filter={{ state }}
              icon={<Icon svg={STATE_ICONS[state]} />}
              name={words(`inbox.filters.${state}`)}
              count={state === 'saved' ? counts.saved : 0}
            />
          ))}
        </ul>
      )}
      {counts.sites.length > 0 && <h2 className="side--heading">{words('common.sites')}</h2>}
      <ul>
        {counts.sites.map(({ value, name, iconUrl, count }) => (
          <InboxPart
            key={value}
            filter={{ site: value }}
            icon={<SiteIcon site={{ name, iconUrl }} isSmall />}
            name={name}
            count={count}
          />
        ))}
      </ul>
    </>
  );
}

/** Where one can go, and how Askbell is doing. */
export function Sidebar({ state }: { state: AppState }) {
  const [location] = useLocation();
  const { words } = useLocale();
  const isWide = useWideWindow();
  const unread: Partial<Record<(typeof VIEWS)[number]['name'], number>> = {
    inbox: state.unread - state.unreadMatches,
    watches: state.unreadMatches,
  };
  return (
    <header className="side">
      <a
        className="skip-link"
        href={`#${location}`}
        onClick={() => document.querySelector<HTMLElement>('main')?.focus()}
      >
        {words('common.skip')}
      </a>
      <div className="brand">
        <img className="brand--logo" src={logo} alt="" width={24} height={24} />
        <span className="side--label">Askbell</span>
        {state.accounts.length > 0 && <OpenPanel />}
      </div>
      <nav className="side--nav" aria-label={words('common.views.label')}>
        <ul className="side--views">
          {VIEWS.map((view) => (
            <li key={view.path} className={`side--item side--item__${view.name}`}>
              <Link
                href={view.path}
                className="side--view"
                title={words(`common.views.${view.name}`)}
                aria-current={isWithin(location, view.path) ? 'page' : undefined}
              >
                <Icon svg={view.icon} />
                <span className="side--label">{words(`common.views.${view.name}`)}</span>
                <Count count={unread[view.name] ?? 0} />
              </Link>
            </li>
          ))}
        </ul>
        {isWide && (
          <div className="side--parts">
            <InboxParts />
          </div>
        )}
      </nav>
      <NewsSlot />
      <StatusButton state={state} />
    </header>
  );
}
