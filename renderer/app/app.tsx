import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Redirect, Route, Switch, useLocation } from 'wouter';
import type { AppState } from '../../common/contract/contract.ts';
import { useAppState } from '../agent/agent-context.tsx';
import { useVisibleRows } from '../agent/visible-rows.ts';
import { ErrorBoundary } from '../widgets/parts/error-boundary.tsx';
import logo from '../appearance/askbell.svg';
import { Sidebar } from './frame/sidebar.tsx';
import { LinkLost, SignedOut, Stoppers } from './frame/stopper.tsx';
import { GlobalCommands } from '../commands/palette/global-commands.tsx';
import { Inbox } from '../inbox/inbox.tsx';
import { useWords } from '../appearance/language.tsx';
import { fetchLaterParts } from '../widgets/parts/later.tsx';

/** The views other than the first one: fetched once the first is there, so that they open at once. */
const LATER_VIEWS = {
  watches: () => import('../watches/watches.tsx'),
  reputation: () => import('../reputation/reputation.tsx'),
  settings: () => import('../settings/settings.tsx'),
  welcome: () => import('../welcome/welcome.tsx'),
};
/** Shown once in a life, so that nobody need fetch it before. */
const FirstSteps = lazy(() =>
  import('../welcome/first-steps/first-steps.tsx').then((view) => ({ default: view.FirstSteps })),
);
const FIRST_STEPS_PATH = '/first-steps';
const Watches = lazy(() => LATER_VIEWS.watches().then((view) => ({ default: view.Watches })));
const Reputation = lazy(() => LATER_VIEWS.reputation().then((view) => ({ default: view.Reputation })));
const Settings = lazy(() => LATER_VIEWS.settings().then((view) => ({ default: view.Settings })));
const Welcome = lazy(() => LATER_VIEWS.welcome().then((view) => ({ default: view.Welcome })));

function usePreloadedViews(when: boolean): void {
  useEffect(() => {
    if (!when) return;
    // A view that cannot be fetched now is fetched when it is opened.
    for (const fetchView of Object.values(LATER_VIEWS)) fetchView().catch(() => undefined);
    fetchLaterParts();
  }, [when]);
}

/** The view that an address is of; the settings have pages, which look after themselves. */
const viewOf = (location: string): string => location.split('/')[1] ?? '';

/** Says in the title how much is unread, and moves the focus to a view that was just opened. */
function useTitleAndFocus(state: AppState | undefined, view: string): void {
  const unread = state?.phase === 'running' ? state.unread : 0;
  useEffect(() => {
    document.title = unread > 0 ? `(${unread}) Askbell` : 'Askbell';
  }, [unread]);
  const shown = useRef(view);
  useEffect(() => {
    if (shown.current === view) return;
    shown.current = view;
    const main = document.querySelector<HTMLElement>('main');
    // Unless the view has taken it already, as the form of a new watch does. Without scrolling: a view is taller than
    // the window, and focus would scroll to somewhere in it.
    if (!main?.contains(document.activeElement)) main?.focus({ preventScroll: true });
  }, [view]);
}

/** Where a sign-in may leave somebody who did not go anywhere else: first steps, then the inbox. */
const BEFORE_FIRST_STEPS = ['/', '/welcome', '/inbox'];

/** Leaves the welcome view once a sign-in has succeeded; who is new is shown the first steps. */
function useLeaveWelcome(state: AppState | undefined): void {
  const [location, go] = useLocation();
  const before = useRef(state?.phase);
  useEffect(() => {
    const arrived = state?.phase === 'running' && (before.current === 'welcome' || before.current === 'signing-in');
    before.current = state?.phase;
    if (arrived && BEFORE_FIRST_STEPS.includes(location)) go(FIRST_STEPS_PATH, { replace: true });
  }, [state?.phase, location, go]);
}

function Starting() {
  const words = useWords();
  return (
    <main className="starting" role="status">
      <img src={logo} alt="" width={44} height={44} />
      <h1>{words('common.starting')}</h1>
    </main>
  );
}

function Running({ state, onSignIn }: { state: AppState; onSignIn?: () => void }) {
  const [location] = useLocation();
  if (location === '/welcome') {
    return (
      <>
        <LinkLost />
        <Suspense fallback={<Starting />}>
          <Welcome state={state} />
        </Suspense>
      </>
    );
  }
  return (
    <div className="shell" data-view={viewOf(location)}>
      <Sidebar state={state} />
      <div className="shell--main">
        <LinkLost />
        {onSignIn && <SignedOut state={state} onSignIn={onSignIn} />}
        <Stoppers state={state} />
        <main tabIndex={-1}>
          <ErrorBoundary key={viewOf(location)}>
            <Suspense>
              <Switch>
                <Route path="/inbox">
                  <Inbox state={state} />
                </Route>
                <Route path="/watches/*?">
                  <Watches state={state} />
                </Route>
                <Route path="/reputation">
                  <Reputation />
                </Route>
                <Route path={FIRST_STEPS_PATH}>
                  <FirstSteps state={state} />
                </Route>
                <Route path="/settings/*?">
                  <Settings state={state} />
                </Route>
                <Route>
                  <Redirect to="/inbox" replace />
                </Route>
              </Switch>
            </Suspense>
          </ErrorBoundary>
        </main>
      </div>
    </div>
  );
}

/** What the window shows for each phase of the agent. */
export function App() {
  const state = useAppState();
  const [location, go] = useLocation();
  const [reads, setReads] = useState(false);
  usePreloadedViews(state?.phase === 'running');
  useLeaveWelcome(state);
  useTitleAndFocus(state, viewOf(location));
  useVisibleRows('window');
  // Signing in or out leads back to where that begins.
  if (reads && state !== undefined && state.phase !== 'welcome') setReads(false);
  const read = () => {
    setReads(true);
    go('/inbox');
  };
  if (reads && state?.phase === 'welcome' && state.signedOut.length > 0)
    return (
      <>
        <GlobalCommands reads />
        <Running state={state} onSignIn={() => setReads(false)} />
      </>
    );
  return (
    <>
      {state?.phase !== 'running' && <LinkLost />}
      <GlobalCommands />
      {(state === undefined || state.phase === 'starting') && <Starting />}
      {(state?.phase === 'welcome' || state?.phase === 'signing-in') && (
        <>
          {state.phase === 'welcome' && <Stoppers state={state} />}
          <Suspense fallback={<Starting />}>
            <Welcome state={state} onRead={read} />
          </Suspense>
        </>
      )}
      {state?.phase === 'running' && <Running state={state} />}
    </>
  );
}
