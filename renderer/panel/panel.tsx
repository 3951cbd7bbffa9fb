/**
 * The panel's room: the small window by the tray's picture, where what is new is seen at a glance and dealt with in
 * place. It shows what the agent tells, as the window does, and keeps nothing of its own: `use-panel-items` has what
 * each tab lists, `panel-list` the rows with their keys, `installed-page` what a browser's own window needs.
 */

import { IconAlertCircle, IconBell } from '@stackoverflow/stacks-icons/icons';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { AppState } from '../../common/contract/contract.ts';
import { useAppState } from '../agent/agent-context.tsx';
import { IN_ELECTRON } from '../agent/connection/bridge.ts';
import { useVisibleRows } from '../agent/visible-rows.ts';
import { useWords } from '../appearance/language.tsx';
import { ShortcutSheet } from '../commands/later-sheet.ts';
import { useShortcut } from '../commands/shortcuts.tsx';
import { ErrorBoundary } from '../widgets/parts/error-boundary.tsx';
import { Failed, Loading } from '../feedback/states.tsx';
import { LinkLost } from '../app/frame/conditions.tsx';
import { useFeedActions } from '../feed/feed-actions.ts';
import { SnoozeDialog } from '../feed/dialogs/later-dialogs.ts';
import { Icon } from '../widgets/icon.tsx';
import { CaughtUp } from './caught-up.tsx';
import { usePanelWindow } from './panel-actions.ts';
import { PanelHead } from './panel-head.tsx';
import { PanelList } from './panel-list.tsx';
import { PanelTabs, tabId, TAB_PANEL_ID, type Tab } from './panel-tabs.tsx';
import { MAX_ROWS, useReputationTab, useUnreadTab, type TabItems } from './use-panel-items.tsx';
import { Waiting } from './waiting.tsx';

/** The most pressing problem in one line; the window has the advice. */
function Problem({ state, onDetails }: { state: AppState; onDetails: () => void }) {
  const words = useWords();
  const problem = state.conditions.find(({ severity }) => severity === 'problem');
  if (!problem && !state.paused) return null;
  return (
    <div className={`panel--problem ${problem ? '' : 'panel--problem__calm'}`} role="status">
      <Icon svg={IconAlertCircle} />
      <span className="panel--problem-title">{problem?.title ?? words('status.banners.paused')}</span>
      <button type="button" className="s-btn s-btn__sm" onClick={onDetails}>
        {words('panel.details')}
      </button>
    </div>
  );
}

/** The rows of a tab, or what stands in their place. */
function TabContent({ tab, label, children }: { tab: TabItems; label: string; children: ReactNode }) {
  const words = useWords();
  if (tab.error !== null) return <Failed error={tab.error} again={tab.again} />;
  if (tab.items === undefined) return <Loading label={words('panel.loading')} />;
  if (tab.items.length === 0) return children;
  return <PanelList label={label} items={tab.items} settle={tab.settle} order={tab.order} />;
}

/** Which tab is shown. A closed panel goes back to the inbox, so that it always opens on the same. */
function useShownTab() {
  const [shown, show] = useState<Tab>('inbox');
  const content = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!IN_ELECTRON) return undefined;
    // The panel is closed when it loses the focus, and by what takes the focus from it.
    const onBlur = () => {
      show('inbox');
      content.current?.scrollTo(0, 0);
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    };
    window.addEventListener('blur', onBlur);
    return () => window.removeEventListener('blur', onBlur);
  }, []);
  return { shown, show, content };
}

/** Once the panel has the focus, the keys act on its first row. */
function useFocusOnOpen(): void {
  useEffect(() => {
    const onFocus = () => {
      if (document.activeElement === null || document.activeElement === document.body)
        document.querySelector<HTMLElement>('[data-item]')?.focus();
    };
    window.addEventListener('focus', onFocus);
    return () => window.removeEventListener('focus', onFocus);
  }, []);
}

/** A word on what the other tab has, where this one has nothing. */
function ElsewhereButton({ text, onClick }: { text: string; onClick: () => void }) {
  return (
    <button type="button" className="s-btn s-btn__outlined s-btn__sm" onClick={onClick}>
      {text}
    </button>
  );
}

function RunningPanel({ state }: { state: AppState }) {
  const words = useWords();
  const { shown, show, content } = useShownTab();
  const { openWindow } = usePanelWindow();
  const actions = useFeedActions();
  const inbox = useUnreadTab('inbox');
  const watches = useUnreadTab('watches');
  const reputation = useReputationTab(shown === 'reputation');
  const unread = { inbox: state.unread - state.unreadMatches, watches: state.unreadMatches };
  useFocusOnOpen();
  return (
    <>
      <header className="panel--top">
        <PanelHead
          state={state}
          today={reputation.today}
          onReputation={() => show('reputation')}
          onWindow={openWindow}
        />
        <PanelTabs
          shown={shown}
          unread={unread}
          onChoose={show}
          onMarkAll={(source) => actions.markAllRead({ source })}
        />
      </header>
      <Problem state={state} onDetails={() => openWindow('inbox')} />
      <main ref={content} className="panel--content" tabIndex={-1}>
        <div role="tabpanel" id={TAB_PANEL_ID} aria-labelledby={tabId(shown)}>
          {shown === 'inbox' && (
            <TabContent tab={inbox.tab} label={words('inbox.items')}>
              <CaughtUp title={words('panel.caughtUp')} state={state}>
                {unread.watches > 0 && (
                  <ElsewhereButton
                    text={words('panel.inWatches', { count: unread.watches })}
                    onClick={() => show('watches')}
                  />
                )}
              </CaughtUp>
            </TabContent>
          )}
          {shown === 'inbox' && unread.inbox > MAX_ROWS && (
            <button type="button" className="s-btn panel--rest" onClick={() => openWindow('inbox')}>
              {words('panel.rest', { count: unread.inbox })}
            </button>
          )}
          {shown === 'watches' && (
            <TabContent tab={watches.tab} label={words('watches.matches.title')}>
              <CaughtUp title={words('panel.noMatches')} state={state}>
                {unread.inbox > 0 && (
                  <ElsewhereButton
                    text={words('panel.inInbox', { count: unread.inbox })}
                    onClick={() => show('inbox')}
                  />
                )}
              </CaughtUp>
            </TabContent>
          )}
          {shown === 'reputation' && (
            <TabContent tab={reputation} label={words('reputation.today.byPost')}>
              <CaughtUp title={words('reputation.today.none')} state={state} />
            </TabContent>
          )}
        </div>
      </main>
      <Waiting waiting={state.waiting} />
      {inbox.asking !== undefined && <SnoozeDialog onClose={inbox.cancel} onChoose={inbox.choose} />}
      {watches.asking !== undefined && <SnoozeDialog onClose={watches.cancel} onChoose={watches.choose} />}
    </>
  );
}

/** Before anybody is signed in, or while Askbell starts: there is nothing to see yet. */
function NothingYet({ state }: { state: AppState | undefined }) {
  const words = useWords();
  const { openWindow } = usePanelWindow();
  const isStarting = state === undefined || state.phase === 'starting';
  return (
    <main className="panel--content starting" role={isStarting ? 'status' : undefined}>
      <Icon svg={IconBell} className="brand--bell" />
      <h1>{words(isStarting ? 'common.starting' : 'panel.signedOut')}</h1>
      {!isStarting && (
        <button type="button" className="s-btn s-btn__filled" onClick={() => openWindow('welcome')}>
          {words('panel.signIn')}
        </button>
      )}
    </main>
  );
}

/** What is new, at a glance. */
export function Panel() {
  const words = useWords();
  const state = useAppState();
  const { close } = usePanelWindow();
  const [showsKeys, setShowsKeys] = useState(false);
  useVisibleRows('panel');
  useShortcut('Escape', words('panel.close'), close);
  useShortcut('?', words('shortcuts.show'), () => setShowsKeys(true));
  return (
    <div className="panel">
      <LinkLost />
      <ErrorBoundary>
        {state?.phase === 'running' ? <RunningPanel state={state} /> : <NothingYet state={state} />}
      </ErrorBoundary>
      {showsKeys && <ShortcutSheet onClose={() => setShowsKeys(false)} />}
    </div>
  );
}
