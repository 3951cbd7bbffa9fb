import { IconBell, IconScreenFull } from '@stackoverflow/stacks-icons/icons';
import { useState } from 'react';
import type { AppState, WindowView } from '../../common/contract/contract.ts';
import { lengthsOf, SNOOZE_LENGTHS } from '../../common/snooze.ts';
import { usePollingActions } from '../agent/use-polling-actions.ts';
import { useLocale } from '../appearance/language.tsx';
import { Change } from '../widgets/change.tsx';
import { Icon } from '../widgets/icon.tsx';
import { Menu } from '../widgets/menu.tsx';
import { UntilDialog } from '../widgets/dialogs/later-dialogs.ts';
import { useNow } from '../widgets/use-now.ts';

/** Holds notifications back for a while, or tells until when they are, and ends it. */
function Snooze({ state }: { state: AppState }) {
  const now = useNow(20_000);
  const { words, clockTime } = useLocale();
  const { snooze, endSnooze } = usePollingActions();
  const [isAsking, setAsking] = useState(false);
  const { snoozedUntil } = state;
  if (snoozedUntil && snoozedUntil.getTime() > now) {
    return (
      <button
        type="button"
        className="s-btn s-btn__sm s-btn__muted"
        title={words('status.endSnooze')}
        onClick={() => endSnooze.mutate()}
      >
        {words('status.snoozedUntil', { time: clockTime(snoozedUntil, now) })}
        <span className="visually-hidden">. {words('status.endSnooze')}</span>
      </button>
    );
  }
  return (
    <>
      <Menu
        label={words('status.snooze')}
        choices={[
          ...lengthsOf(SNOOZE_LENGTHS).map((length) => ({
            label: words(`status.${SNOOZE_LENGTHS[length]}`),
            choose: () => snooze.mutate(length),
          })),
          { label: words('status.snoozeUntil'), choose: () => setAsking(true) },
        ]}
      />
      {isAsking && <UntilDialog onChoose={(until) => snooze.mutate(until)} onClose={() => setAsking(false)} />}
    </>
  );
}

interface Props {
  state: AppState;
  /** Reputation of all accounts. */
  today: number;
  onReputation: () => void;
  onWindow: (view: WindowView) => void;
}

/** The head of the panel: what is unread and what today brought; snoozing notifications, and opening the window. */
export function PanelHead({ state, today, onReputation, onWindow }: Props) {
  const { words } = useLocale();
  return (
    <div className="panel--head">
      <Icon svg={IconBell} className="brand--bell" />
      <h1>{state.unread === 0 ? words('panel.nothingUnread') : words('panel.unread', { count: state.unread })}</h1>
      {today !== 0 && (
        <button type="button" className="panel--today" title={words('panel.todayTitle')} onClick={onReputation}>
          <Change change={today} /> {words('panel.today')}
        </button>
      )}
      <div className="panel--head-actions">
        <Snooze state={state} />
        <button
          type="button"
          className="s-btn s-btn__sm s-btn__muted"
          aria-label={words('panel.openWindow')}
          title={words('panel.openWindow')}
          onClick={() => onWindow('inbox')}
        >
          <Icon svg={IconScreenFull} />
        </button>
      </div>
    </div>
  );
}
