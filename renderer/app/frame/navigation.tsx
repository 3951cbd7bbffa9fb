/**
 * The frame's room: what stands around every view. Navigation, the banners of what needs attention, and the status
 * line.
 */

import {
  IconBell,
  IconGear,
  IconInbox,
  IconReputation,
  IconSidebarRight,
  IconTags,
} from '@stackoverflow/stacks-icons/icons';
import { Link, useLocation } from 'wouter';
import type { AppState } from '../../../common/contract/contract.ts';
import { useOpenPanel } from '../../agent/use-open-panel.ts';
import { useLocale } from '../../appearance/language.tsx';
import { NewsSlot } from '../../feedback/news-slots.tsx';
import { Icon } from '../../widgets/icon.tsx';
import { SiteIcon } from '../../widgets/site-icon.tsx';

const VIEWS = [
  { path: '/inbox', name: 'inbox', icon: IconInbox },
  { path: '/watches', name: 'watches', icon: IconTags },
  { path: '/reputation', name: 'reputation', icon: IconReputation },
  { path: '/settings', name: 'settings', icon: IconGear },
] as const;

/** Whether an address is a view's own, or of a page in it. */
const isWithin = (location: string, view: string): boolean => location === view || location.startsWith(`${view}/`);

function UnreadCount({ count }: { count: number }) {
  const { words, number } = useLocale();
  if (count <= 0) return null;
  return (
    <span className="unread-count">
      {count > 999 ? `${number(999)}+` : number(count)}
      <span className="visually-hidden"> {words('common.unread')}</span>
    </span>
  );
}

/** Everybody whose news is shown here. */
function People({ state }: { state: AppState }) {
  const { words } = useLocale();
  const people = [...state.accounts, ...state.signedOut];
  if (people.length === 0) return null;
  return (
    <ul className="side--people" aria-label={words('common.people')}>
      {people.map(({ id, person, network }) => (
        <li key={id} className="side--person">
          <SiteIcon site={{ name: person.displayName, iconUrl: person.profileImage }} />
          <div>
            <div className="side--name">{person.displayName}</div>
            <div className="hint">{network.name}</div>
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Opens the panel, also where the tray cannot. */
function OpenPanel() {
  const { words } = useLocale();
  const open = useOpenPanel();
  return (
    <button
      type="button"
      className="s-btn s-btn__sm s-btn__muted brand--panel"
      aria-label={words('panel.open')}
      title={words('panel.open')}
      onClick={open}
    >
      <Icon svg={IconSidebarRight} />
    </button>
  );
}

/** Where one can go, and as whom. */
export function Navigation({ state }: { state: AppState }) {
  const [location] = useLocation();
  const { words } = useLocale();
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
        <Icon svg={IconBell} className="brand--bell" />
        <span>Askbell</span>
        {state.accounts.length > 0 && <OpenPanel />}
      </div>
      <nav aria-label={words('common.views.label')}>
        <ul className="side--views">
          {VIEWS.map((view) => (
            <li key={view.path}>
              <Link
                href={view.path}
                className="side--view"
                aria-current={isWithin(location, view.path) ? 'page' : undefined}
              >
                <Icon svg={view.icon} />
                <span className="side--label">{words(`common.views.${view.name}`)}</span>
                <UnreadCount count={unread[view.name] ?? 0} />
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <NewsSlot name="side" />
      <People state={state} />
    </header>
  );
}
