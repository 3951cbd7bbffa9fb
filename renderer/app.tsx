import { IconBell } from '@stackoverflow/stacks-icons/icons';
import { useEffect, useRef } from 'react';
import { Redirect, Route, Switch, useLocation } from 'wouter';
import type { AppState } from '../electron/contract.ts';
import { useAppState } from './agent.tsx';
import { Conditions, LinkLost } from './components/conditions.tsx';
import { Icon } from './components/icon.tsx';
import { Navigation } from './components/navigation.tsx';
import { StatusLine } from './components/status-line.tsx';
import { Inbox } from './inbox/inbox.tsx';
import { useSettings } from './queries.ts';
import { Reputation } from './reputation/reputation.tsx';
import { Settings } from './settings/settings.tsx';
import { Watches } from './watches/watches.tsx';
import { SigningIn } from './welcome/signing-in.tsx';
import { Welcome } from './welcome/welcome.tsx';

/** Puts the chosen appearance on the page; Stacks reads it from the body's class. */
function useAppearance(): void {
  const appearance = useSettings().data?.appearance ?? 'system';
  useEffect(() => {
    document.body.classList.remove('theme-system', 'theme-light', 'theme-dark');
    document.body.classList.add(`theme-${appearance}`);
    document.documentElement.style.colorScheme = appearance === 'system' ? 'light dark' : appearance;
  }, [appearance]);
}

/** Says in the title how much is unread, and moves the focus to a view that was just opened. */
function useViewManners(state: AppState | undefined, location: string): void {
  const unread = state?.phase === 'running' ? state.unread : 0;
  useEffect(() => {
    document.title = unread > 0 ? `(${unread}) Askbell` : 'Askbell';
  }, [unread]);
  const shown = useRef(location);
  useEffect(() => {
    if (shown.current === location) return;
    shown.current = location;
    window.scrollTo(0, 0);
    document.querySelector<HTMLElement>('main')?.focus();
  }, [location]);
}

/** Leaves the welcome view once a sign-in has succeeded. */
function useArrival(state: AppState | undefined): void {
  const [location, go] = useLocation();
  const before = useRef(state?.phase);
  useEffect(() => {
    const arrived = state?.phase === 'running' && before.current !== undefined && before.current !== 'running';
    before.current = state?.phase;
    if (arrived && location === '/welcome') go('/inbox');
  }, [state?.phase, location, go]);
}

function Starting() {
  return (
    <main className="starting" role="status">
      <Icon svg={IconBell} className="brand--bell" />
      <h1>Starting Askbell…</h1>
    </main>
  );
}

function Running({ state }: { state: AppState }) {
  const [location] = useLocation();
  if (location === '/welcome') return <Welcome state={state} />;
  return (
    <div className="shell">
      <Navigation state={state} />
      <div className="shell--main">
        <Conditions state={state} />
        <main tabIndex={-1}>
          <Switch>
            <Route path="/inbox">
              <Inbox state={state} />
            </Route>
            <Route path="/watches">
              <Watches />
            </Route>
            <Route path="/reputation">
              <Reputation />
            </Route>
            <Route path="/settings">
              <Settings state={state} />
            </Route>
            <Route>
              <Redirect to="/inbox" replace />
            </Route>
          </Switch>
        </main>
      </div>
      <StatusLine state={state} />
    </div>
  );
}

/** What the window shows for each phase of the agent. */
export function App() {
  const state = useAppState();
  const [location] = useLocation();
  useAppearance();
  useArrival(state);
  useViewManners(state, location);
  return (
    <>
      <LinkLost />
      {(state === undefined || state.phase === 'starting') && <Starting />}
      {state?.phase === 'welcome' && (
        <>
          <Conditions state={state} />
          <Welcome state={state} />
        </>
      )}
      {state?.phase === 'signing-in' && <SigningIn state={state} />}
      {state?.phase === 'running' && <Running state={state} />}
    </>
  );
}
