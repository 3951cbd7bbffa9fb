import { IconCheckmarkLg } from '@stackoverflow/stacks-icons/icons';
import type { ReactNode } from 'react';
import type { AppState } from '../../common/contract/contract.ts';
import { useLocale } from '../appearance/language.tsx';
import { Icon } from '../widgets/icon.tsx';
import { useNow } from '../widgets/use-now.ts';

/** When the network was asked last; of several accounts, the one that waits longest, as in the window. */
function LastCheck({ accounts }: Pick<AppState, 'accounts'>) {
  const now = useNow(20_000);
  const { words, age } = useLocale();
  const times = accounts.flatMap(({ lastPollAt, signedIn }) => (signedIn && lastPollAt ? [lastPollAt.getTime()] : []));
  if (times.length === 0) return null;
  return (
    <p className="caught-up--checked">{words('panel.checked', { age: age(new Date(Math.min(...times)), now) })}</p>
  );
}

/** Says that nothing is left to do here, and when that was found out. */
export function CaughtUp({ title, state, children }: { title: string; state: AppState; children?: ReactNode }) {
  return (
    <div className="caught-up">
      <span className="caught-up--mark" aria-hidden="true">
        <Icon svg={IconCheckmarkLg} />
      </span>
      <h2>{title}</h2>
      {children}
      <LastCheck accounts={state.accounts} />
    </div>
  );
}
