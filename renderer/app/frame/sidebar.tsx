/**
 * The frame's room: what stands around every view. The sidebar leads to the views, the sites and the person's own
 * status; the lines of `stopper` say what keeps news from coming.
 */

import {
  IconApprove,
  IconClock,
  IconEye,
  IconFilter,
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
import { isSameView } from '../../feed/filter/filter-parts.ts';
import { useFeedCounts, useSavedFilter, useSavedViews } from '../../feed/feed-queries.ts';
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

/** A part of the inbox: what is set aside, a saved view or a site. */
interface Part {
  filter: InboxView;
  icon: ReactNode;
  name: string;
  count: number;
}

/** The parts of the inbox that have anything in them, and the one that is shown: a saved view before a site. */
function useInboxParts(isShown: boolean) {
  const { words } = useLocale();
  const [location] = useLocation();
  const [filter = {}] = useSavedFilter();
  const counts = useFeedCounts(UNREAD_INBOX).data;
  const views = (useSavedViews().data ?? []).map(({ name, view }): Part => ({
    name,
    filter: view,
    icon: <Icon svg={IconFilter} />,
    count: 0,
  }));
  const states = INBOX_STATES.filter((state) => counts && counts[state] > 0).map((state): Part => ({
    filter: { state },
    icon: <Icon svg={STATE_ICONS[state]} />,
    name: words(`inbox.filters.${state}`),
    count: state === 'saved' ? counts!.saved : 0,
  }));
  const sites = (counts?.sites ?? []).map(({ value, name, iconUrl, count }): Part => ({
    filter: { site: [value] },
    icon: <SiteIcon site={{ name, iconUrl }} isSmall />,
    name,
    count,
  }));
  const shown =
    views.find(({ filter: view }) => isSameView(view, filter)) ??
    states.find(({ filter: { state } }) => state === filter.state) ??
    sites.find(({ filter: { site } }) => !filter.state && String(site) === String(filter.site));
  return { states, views, sites, shown: isShown && location === '/inbox' ? shown : undefined };
}

/** Some parts of the inbox, as buttons: each shows the inbox with its filter, or all of it again. */
function InboxParts({ parts, shown }: { parts: readonly Part[]; shown: Part | undefined }) {
  const [, go] = useLocation();
  const [saved, saveFilter] = useSavedFilter();
  return (
    <ul>
      {parts.map((part) => (
        <li key={JSON.stringify([part.name, part.filter])}>
          <button
            type="button"
            className="side--view"
            aria-current={part === shown ? 'page' : undefined}
            onClick={() => {
              saveFilter({ grouping: saved?.grouping, ...(part !== shown && part.filter) });
              go('/inbox');
            }}
          >
            {part.icon}
            <span className="side--label">{part.name}</span>
            <Count count={part.count} isUnread={part.filter.state === undefined} />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Where one can go, and how Askbell is doing. */
export function Sidebar({ state }: { state: AppState }) {
  const [location] = useLocation();
  const { words } = useLocale();
  const isWide = useWideWindow();
  const [saved, saveFilter] = useSavedFilter();
  const { states, views, sites, shown } = useInboxParts(isWide);
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
                aria-current={isWithin(location, view.path) && !shown ? 'page' : undefined}
                onClick={() => shown && view.name === 'inbox' && saveFilter({ grouping: saved?.grouping })}
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
            <InboxParts parts={states} shown={shown} />
            {views.length > 0 && <h2 className="side--heading">{words('common.views.label')}</h2>}
            <InboxParts parts={views} shown={shown} />
            {sites.length > 0 && <h2 className="side--heading">{words('common.sites')}</h2>}
            <InboxParts parts={sites} shown={shown} />
          </div>
        )}
      </nav>
      <NewsSlot />
      <StatusButton state={state} />
    </header>
  );
}
