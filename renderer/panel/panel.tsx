/**
 * The panel's room: the small window by the tray's picture, where what is new is seen at a glance and dealt with in
 * place. It shows what the agent tells, as the window does, and keeps nothing of its own: `panel-items` has the unread
 * of both streams, `panel-list` the rows with their keys, `installed-page` what a browser's own window needs.
 */

import { IconAlertCircle } from '@stackoverflow/stacks-icons/icons';
import { useEffect, useRef, useState } from 'react';
import type { AppState } from '../../common/contract/contract.ts';
import { useAppState } from '../agent/agent-context.tsx';
import { IN_ELECTRON } from '../agent/connection/bridge.ts';
import { useReputation, useSettings } from '../agent/queries.ts';
import { useVisibleRows } from '../agent/visible-rows.ts';
import logo from '../appearance/askbell.svg';
import { useWords } from '../appearance/language.tsx';
import { ShortcutSheet } from '../commands/shortcut-sheet.tsx';
import { useShortcut } from '../commands/shortcuts.tsx';
import { ErrorBoundary } from '../widgets/parts/error-boundary.tsx';
import { Failed, Loading } from '../feedback/states.tsx';
import { LinkLost } from '../app/frame/stopper.tsx';
import { SnoozeDialog } from '../feed/dialogs/later-dialogs.ts';
import { hasReplies } from '../feed/item-acts.ts';
import { Icon } from '../widgets/icon.tsx';
import { CaughtUp } from './caught-up.tsx';
import { usePanelWindow } from './panel-actions.ts';
import { PanelFoot } from './panel-foot.tsx';
import { PanelHead } from './panel-head.tsx';
import { usePanelActions, usePanelItems } from './panel-items.ts';
import { PanelList } from './panel-list.tsx';
import { usePanelHeight } from './use-panel-height.ts';

/** The most pressing problem in one line; the window has the advice. */
function Problem({ state, onDetails }: { state: AppState; onDetails: () => void }) {
  const words = useWords();
  const problem = state.conditions.find(({ severity }) => severity === 'problem');
  if (!problem && !state.paused) return null;
  return (
    <div className={`stopper stopper__${problem ? 'bad' : 'calm'}`} role="status">
      <Icon svg={IconAlertCircle} />
      <span className="stopper--words">{problem?.title ?? words('status.banners.paused')}</span>
      <button type="button" className="btn" onClick={onDetails}>
        {words('panel.details')}
      </button>
    </div>
  );
}

/** Brings a closed panel back to its top, so that it always opens on the newest. */
function useBackToTop() {
  const isPinned = useSettings().data?.panelPinned === true;
  const content = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!IN_ELECTRON || isPinned) return undefined;
    // The panel is closed when it loses the focus, and by what takes the focus from it.
    const onBlur = () => {
      content.current?.scrollTo(0, 0);
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    };
    window.addEventListener('blur', onBlur);
    return () => window.removeEventListener('blur', onBlur);
  }, [isPinned]);
  return content;
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

function RunningPanel({ state }: { state: AppState }) {
  const words = useWords();
  const content = useBackToTop();
  const { openWindow } = usePanelWindow();
  const actions = usePanelActions();
  const { items, error, again, settle } = usePanelItems();
  const accounts = useReputation().data?.accounts ?? [];
  const today = accounts.reduce((sum, account) => sum + account.today, 0);
  const counts = { inbox: state.unread - state.unreadMatches, watches: state.unreadMatches };
  const isEmpty = items?.inbox.length === 0 && items.watches.length === 0;
  useFocusOnOpen();
  return (
    <>
      <PanelHead state={state} today={today} onWindow={openWindow} />
      <Problem state={state} onDetails={() => openWindow('inbox')} />
      <main ref={content} className="panel--content" tabIndex={-1}>
        {error !== null ? (
          <Failed error={error} again={again} />
        ) : items === undefined ? (
          <Loading label={words('panel.loading')} />
        ) : isEmpty ? (
          <CaughtUp today={today} accounts={accounts} />
        ) : (
          <PanelList items={items} counts={counts} actions={actions} settle={settle} />
        )}
      </main>
      <PanelFoot state={state} onWindow={() => openWindow('inbox')} onMarkAll={actions.markAllRead} />
      {actions.asking !== undefined && (
        <SnoozeDialog
          awaitsReply={hasReplies(actions.asking.entry)}
          onClose={actions.cancelSnooze}
          onChoose={actions.chooseSnooze}
        />
      )}
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
      <img src={logo} alt="" width={44} height={44} />
      <h1>{words(isStarting ? 'common.starting' : 'panel.signedOut')}</h1>
      {!isStarting && (
        <button type="button" className="btn btn__main" onClick={() => openWindow('welcome')}>
          {words('welcome.signIn')}
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
  const panel = usePanelHeight();
  useVisibleRows('panel');
  useShortcut('Escape', words('panel.close'), close);
  useShortcut('?', words('shortcuts.show'), () => setShowsKeys(true));
  return (
    <div className="panel" ref={panel}>
      <LinkLost />
      <ErrorBoundary>
        {state?.phase === 'running' ? <RunningPanel state={state} /> : <NothingYet state={state} />}
      </ErrorBoundary>
      {showsKeys && <ShortcutSheet onClose={() => setShowsKeys(false)} />}
    </div>
  );
}
