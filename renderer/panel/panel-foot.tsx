import { IconArrowRightSm, IconCheckmark, IconClock, IconRefresh } from '@stackoverflow/stacks-icons/icons';
import type { AppState } from '../../common/contract/contract.ts';
import { waitingWords } from '../../common/i18n/state-words.ts';
import { useAgentMutation } from '../agent/queries.ts';
import { usePollingActions } from '../agent/use-polling-actions.ts';
import { useLocale } from '../appearance/language.tsx';
import { useShortcut } from '../commands/shortcuts.tsx';
import { KEYS } from '../feed/feed-keys.ts';
import { Icon } from '../widgets/icon.tsx';
import { useNow } from '../widgets/use-now.ts';

/** When the network was asked last, of several accounts the longest ago; asks again. */
function Updated({ accounts }: Pick<AppState, 'accounts'>) {
  const now = useNow(20_000);
  const { words, age } = useLocale();
  const { sync } = usePollingActions();
  const times = accounts.flatMap(({ lastPollAt, signedIn }) => (signedIn && lastPollAt ? [lastPollAt.getTime()] : []));
  return (
    <button type="button" className="btn" disabled={sync.isPending} onClick={() => sync.mutate()}>
      <Icon svg={IconRefresh} />
      {times.length === 0
        ? words('status.syncNow')
        : words('panel.updated', { age: age(new Date(Math.min(...times)), now) })}
    </button>
  );
}

/** Marks all that is unread as read, and says how much that is. */
function MarkAll({ count, onMarkAll }: { count: number; onMarkAll: () => void }) {
  const { words } = useLocale();
  const label = words('inbox.markAll', { count });
  useShortcut(KEYS.markAll, label, onMarkAll, { group: words('panel.group') });
  return (
    <button type="button" className="btn" onClick={onMarkAll}>
      <Icon svg={IconCheckmark} />
      {label}
    </button>
  );
}

/** Notifications that wait and until when, with a button that shows them now. */
function Waiting({ waiting }: { waiting: NonNullable<AppState['waiting']> }) {
  const locale = useLocale();
  const showNow = useAgentMutation((client) => client.notices.showWaiting());
  const now = useNow(60_000);
  return (
    <div className="panel--waiting">
      <Icon svg={IconClock} />
      <span>{waitingWords(locale, waiting, now)}</span>
      <button type="button" className="btn" onClick={() => showNow.mutate()}>
        {locale.words('status.heldShowNow')}
      </button>
    </div>
  );
}

interface Props {
  state: AppState;
  onWindow: () => void;
  onMarkAll: () => void;
}

/** The foot of the panel: on to the window, and all of it read; below, what waits. */
export function PanelFoot({ state, onWindow, onMarkAll }: Props) {
  const { words } = useLocale();
  const { unread, waiting } = state;
  return (
    <footer>
      <div className="panel--foot">
        <button type="button" className="btn" onClick={onWindow}>
          {unread === 0 ? words('panel.openWindow') : words('panel.seeAll', { count: unread })}
          <Icon svg={IconArrowRightSm} />
        </button>
        {unread > 0 ? <MarkAll count={unread} onMarkAll={onMarkAll} /> : <Updated accounts={state.accounts} />}
      </div>
      {waiting && <Waiting waiting={waiting} />}
    </footer>
  );
}
