import { IconBell, IconGear, IconInbox, IconReputation, IconTags } from '@stackoverflow/stacks-icons/icons';
import { Link, useLocation } from 'wouter';
import type { AppState } from '../../electron/contract.ts';
import { Icon } from './icon.tsx';
import { SiteIcon } from './site-icon.tsx';

const views = [
  { path: '/inbox', label: 'Inbox', icon: IconInbox },
  { path: '/watches', label: 'Watches', icon: IconTags },
  { path: '/reputation', label: 'Reputation', icon: IconReputation },
  { path: '/settings', label: 'Settings', icon: IconGear },
];

/** Where one can go, and as whom. */
export function Navigation({ state }: { state: AppState }) {
  const [location] = useLocation();
  return (
    <header className="side">
      <a className="skip-link" href={`#${location}`} onClick={() => document.querySelector<HTMLElement>('main')?.focus()}>
        Skip to the view
      </a>
      <div className="brand">
        <Icon svg={IconBell} className="brand--bell" />
        <span>Askbell</span>
      </div>
      <nav aria-label="Views">
        <ul className="side--views">
          {views.map((view) => (
            <li key={view.path}>
              <Link href={view.path} className="side--view" aria-current={location === view.path ? 'page' : undefined}>
                <Icon svg={view.icon} />
                <span className="side--label">{view.label}</span>
                {view.path === '/inbox' && state.unread > 0 && (
                  <span className="unread-count">
                    {state.unread > 999 ? '999+' : state.unread}
                    <span className="visually-hidden"> unread</span>
                  </span>
                )}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {state.person && (
        <div className="side--person">
          <SiteIcon site={{ name: state.person.displayName, iconUrl: state.person.profileImage }} />
          <div>
            <div className="side--name">{state.person.displayName}</div>
            {state.network && <div className="hint">{state.network.name}</div>}
          </div>
        </div>
      )}
    </header>
  );
}
