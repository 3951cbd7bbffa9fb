import { useLocation } from 'wouter';
import type { Condition } from '../../../common/contract/contract.ts';
import { useAgentMutation } from '../../agent/queries.ts';
import { usePollingActions } from '../../agent/use-polling-actions.ts';
import { useWords } from '../../appearance/language.tsx';

export function ActionButton({ label, act, busy = false }: { label: string; act: () => void; busy?: boolean }) {
  return (
    <button type="button" className="btn btn__line" disabled={busy} onClick={act}>
      {label}
    </button>
  );
}

/** The one thing that helps with a condition, where a button can do it. */
export function ConditionAction({ kind, severity, account }: Pick<Condition, 'kind' | 'severity' | 'account'>) {
  const words = useWords();
  const [, go] = useLocation();
  const signIn = useAgentMutation((client) => client.session.signInAgain({ account }));
  const { tryNow } = usePollingActions();
  switch (kind) {
    case 'signed-out':
    case 'scope-missing':
      return (
        <ActionButton
          label={words('settings.accounts.signInAgain')}
          act={() => signIn.mutate()}
          busy={signIn.isPending}
        />
      );
    case 'bad-key':
      return <ActionButton label={words('settings.accounts.changeKey')} act={() => go('/settings/accounts')} />;
    case 'demo-network-failed':
      return <ActionButton label={words('status.banners.anotherNetwork')} act={() => go('/welcome')} />;
    case 'offline':
    case 'captive-portal':
    case 'timeout':
    case 'throttled':
    case 'blocked-by-protection':
      // A warning tells of a pause of one request, which is kept.
      return severity === 'problem' ? (
        <ActionButton label={words('status.banners.tryNow')} act={() => tryNow.mutate()} busy={tryNow.isPending} />
      ) : undefined;
    case 'notifications-failed':
      return <ActionButton label={words('common.views.settings')} act={() => go('/settings/notifications')} />;
    case 'forwarding-failed':
      return <ActionButton label={words('common.views.settings')} act={() => go('/settings/forwarding')} />;
    case 'secrets-not-kept':
      return <ActionButton label={words('common.views.settings')} act={() => go('/settings/accounts')} />;
    default:
      return undefined;
  }
}
