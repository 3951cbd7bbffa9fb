import { IconCheckmark } from '@stackoverflow/stacks-icons/icons';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Acceptance as Outcome, Reading } from '../../../common/contract/contract.ts';
import { useClient } from '../../agent/agent-context.tsx';
import { useAnnounce } from '../../feedback/announcements.tsx';
import { AskingTrouble } from '../../feedback/request-trouble.tsx';
import { Icon } from '../../widgets/icon.tsx';
import { useAgentMutation } from '../../agent/queries.ts';
import { useWords } from '../../appearance/language.tsx';
import { usePendingAcceptance } from './pending-acceptance.ts';

interface AcceptanceChange {
  /** Takes an acceptance back. */
  undo: boolean;
  /** It is itself an undo, which is not undone. */
  takenBack?: boolean;
}

/**
 * Does what the permission was asked for, once the item is back after the sign-in. Gives what makes an acceptance wait
 * for the permission.
 */
function useResumedAcceptance(itemKey: string, accept: (change: AcceptanceChange) => void) {
  const [pending, setPending] = usePendingAcceptance();
  const isBack = useRef(pending !== undefined);
  useEffect(() => {
    if (!isBack.current || pending?.key !== itemKey) return;
    isBack.current = false;
    setPending(undefined);
    accept({ undo: pending.undo });
  }, [pending, setPending, itemKey, accept]);
  return setPending;
}

/**
 * Accepting an answer to one's own question, and taking that back; what the network has against it is said in its
 * place.
 */
export function Acceptance({ itemKey, reading }: { itemKey: string; reading: Reading }) {
  const words = useWords();
  const client = useClient();
  const queries = useQueryClient();
  const announce = useAnnounce();
  const [outcome, setOutcome] = useState<Outcome>();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: ({ undo }: AcceptanceChange) => client.inbox.accept({ key: itemKey, undo }),
    onSuccess: async (ended, { undo, takenBack }) => {
      setOutcome(ended.outcome === 'done' ? undefined : ended);
      await queries.invalidateQueries({ queryKey: ['reading'] });
      if (ended.outcome !== 'done') return;
      announce({
        kind: 'done',
        message: words(undo ? 'inbox.done.unaccepted' : 'inbox.done.accepted'),
        ...(takenBack !== true && { undo: () => mutate({ undo: !undo, takenBack: true }) }),
      });
    },
  });
  const allow = useAgentMutation((agent) => agent.inbox.askToWrite({ key: itemKey }));
  const setPending = useResumedAcceptance(itemKey, mutate);
  const askToWrite = () => {
    setPending({ key: itemKey, undo: variables?.undo === true });
    allow.mutate(undefined, { onError: () => setPending(undefined) });
  };
  if (!reading.canAccept && !reading.canUnaccept && !outcome) return null;
  return (
    <div className="acceptance">
      {(reading.canAccept || reading.canUnaccept) && (
        <button
          type="button"
          className={`btn ${reading.canAccept ? 'btn__main' : 'btn__line'}`}
          disabled={isPending}
          onClick={() => mutate({ undo: reading.canUnaccept })}
        >
          <Icon svg={IconCheckmark} />{' '}
          {isPending
            ? words('clickRequest.loading')
            : words(reading.canAccept ? 'inbox.actions.accept' : 'inbox.actions.unaccept')}
        </button>
      )}
      {outcome?.outcome === 'needs-permission' && (
        <div className="notice notice__info" role="status">
          <p>{words('inbox.acceptancePermission')}</p>
          <div className="acceptance--choices">
            <button type="button" className="btn btn__main" disabled={allow.isPending} onClick={askToWrite}>
              {words('inbox.acceptanceAllow')}
            </button>
            <button type="button" className="btn" onClick={() => setOutcome(undefined)}>
              {words('inbox.acceptanceNotNow')}
            </button>
          </div>
        </div>
      )}
      {outcome?.outcome === 'refused' && (
        <p className="notice notice__warning" role="alert">
          <strong>{words('inbox.acceptanceRefused')}</strong>{' '}
          {outcome.said !== undefined && words('inbox.acceptanceSaid', { said: outcome.said })}{' '}
          {words('inbox.acceptanceRefusedAdvice')}
        </p>
      )}
      {outcome?.trouble && <AskingTrouble trouble={outcome.trouble} />}
    </div>
  );
}
