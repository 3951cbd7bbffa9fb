import { IconClock } from '@stackoverflow/stacks-icons/icons';
import type { AppState } from '../../common/contract/contract.ts';
import { waitingWords } from '../../common/i18n/state-words.ts';
import { useAgentMutation } from '../agent/queries.ts';
import { useLocale } from '../appearance/language.tsx';
import { Icon } from '../widgets/icon.tsx';
import { useNow } from '../widgets/use-now.ts';

/** Notifications that wait and until when, with a button that shows them now. */
export function Waiting({ waiting }: Pick<AppState, 'waiting'>) {
  const locale = useLocale();
  const showNow = useAgentMutation((client) => client.notices.showWaiting());
  const now = useNow(60_000);
  if (!waiting) return null;
  return (
    <footer className="panel--waiting">
      <Icon svg={IconClock} />
      <span>{waitingWords(locale, waiting, now)}</span>
      <button type="button" className="s-btn s-btn__sm" onClick={() => showNow.mutate()}>
        {locale.words('status.held.showNow')}
      </button>
    </footer>
  );
}
