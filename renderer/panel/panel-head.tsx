import { useState } from 'react';
import type { AppState, WindowView } from '../../common/contract/contract.ts';
import { lengthsOf, SNOOZE_LENGTHS } from '../../common/snooze.ts';
import { IN_ELECTRON } from '../agent/connection/bridge.ts';
import { useChangeSettings, useSettings } from '../agent/queries.ts';
import { usePollingActions } from '../agent/use-polling-actions.ts';
import logo from '../appearance/askbell.svg';
import { useLocale } from '../appearance/language.tsx';
import { useShortcut } from '../commands/shortcuts.tsx';
import { UntilDialog } from '../widgets/dialogs/later-dialogs.ts';
import { Icon, IconButton } from '../widgets/icon.tsx';
import { Popover } from '../widgets/popover.tsx';
import { useNow } from '../widgets/use-now.ts';
import resting from './resting.svg';

/** Icons that Stacks has not: a crescent, a pin and a window. */
const MOON = '<svg viewBox="0 0 16 16"><path d="M13.9 9.8A6.2 6.2 0 0 1 6.2 2.1a6.2 6.2 0 1 0 7.7 7.7z"/></svg>';

const PIN =
  '<svg viewBox="0 0 16 16"><path d="M5 1.5h6v1.4l-1 .8v3.2l2.2 2.2v1.4H8.7V15H7.3v-4.5H3.8V9L6 7V3.7l-1-.8z"/></svg>';

const WINDOW = '<svg viewBox="0 0 16 16"><path fill-rule="evenodd" d="M1.5 2.5h13v11h-13zM3 7v5h10V7z"/></svg>';

interface PauseProps {
  onChoose: (until: Parameters<ReturnType<typeof usePollingActions>['snooze']['mutate']>[0]) => void;
}

/** Opens the choice of how long notifications are to wait. */
function PauseButton({ onChoose }: PauseProps) {
  const { words } = useLocale();
  const [shown, show] = useState<'lengths' | 'until'>();
  const label = words('panel.pause');
  return (
    <div className="menu">
      <IconButton
        label={label}
        icon={MOON}
        aria-haspopup="dialog"
        aria-expanded={shown === 'lengths'}
        onClick={() => show(shown ? undefined : 'lengths')}
      />
      {shown === 'lengths' && (
        <Popover label={label} className="menu--list is-below" onClose={() => show(undefined)}>
          {lengthsOf(SNOOZE_LENGTHS).map((length) => (
            <button
              type="button"
              className="option"
              key={length}
              onClick={() => {
                show(undefined);
                onChoose(length);
              }}
            >
              {words(`status.${SNOOZE_LENGTHS[length]}`)}
            </button>
          ))}
          <button type="button" className="option" onClick={() => show('until')}>
            {words('status.snoozeUntil')}
          </button>
        </Popover>
      )}
      {shown === 'until' && <UntilDialog onChoose={onChoose} onClose={() => show(undefined)} />}
    </div>
  );
}

/** Holds notifications back for a while, or tells until when they are, and ends it. */
function Pause({ snoozedUntil }: Pick<AppState, 'snoozedUntil'>) {
  const now = useNow(20_000);
  const { words, clockTime } = useLocale();
  const { snooze, endSnooze } = usePollingActions();
  if (!snoozedUntil || snoozedUntil.getTime() <= now) return <PauseButton onChoose={(until) => snooze.mutate(until)} />;
  return (
    <button type="button" className="btn" title={words('status.endSnooze')} onClick={() => endSnooze.mutate()}>
      <Icon svg={MOON} />
      {words('status.snoozedUntil', { time: clockTime(snoozedUntil, now) })}
      <span className="visually-hidden">. {words('status.endSnooze')}</span>
    </button>
  );
}

/** Keeps the panel open where it would close by losing the focus. */
function Pin() {
  const { words } = useLocale();
  const isPinned = useSettings().data?.panelPinned === true;
  const change = useChangeSettings();
  const pin = () => change.mutate({ panelPinned: !isPinned });
  return <IconButton label={words('panel.pin')} icon={PIN} aria-pressed={isPinned} onClick={pin} />;
}

interface Props {
  state: AppState;
  /** Today's reputation of all accounts. */
  today: number;
  onWindow: (view: WindowView) => void;
}

/** The head of the panel: unread and today's reputation; pausing notifications, and opening the window. */
export function PanelHead({ state, today, onWindow }: Props) {
  const { words, signed } = useLocale();
  const reputation = words('common.views.reputation');
  const openReputation = () => onWindow('reputation');
  useShortcut('3', words('shortcuts.goTo', { view: reputation }), openReputation, { group: words('panel.group') });
  return (
    <header className="panel--head">
      <img src={state.unread > 0 ? logo : resting} alt="" width={24} height={24} />
      <h1>{state.unread === 0 ? 'Askbell' : words('panel.unread', { count: state.unread })}</h1>
      {today !== 0 && state.unread > 0 && (
        <button
          type="button"
          className={`panel--today ${today < 0 ? 'is-loss' : ''}`}
          title={words('panel.todayTitle')}
          onClick={openReputation}
        >
          {signed(today)} {words('panel.today')}
        </button>
      )}
      <div className="panel--head-actions">
        <Pause snoozedUntil={state.snoozedUntil} />
        {IN_ELECTRON && <Pin />}
        <IconButton label={words('panel.openWindow')} icon={WINDOW} onClick={() => onWindow('inbox')} />
      </div>
    </header>
  );
}
