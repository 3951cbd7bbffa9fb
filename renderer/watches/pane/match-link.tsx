import type { MouseEvent } from 'react';
import type { Watch } from '../../../common/contract/contract.ts';
import { isWebAddress } from '../../../common/safe-text.ts';
import { IN_ELECTRON } from '../../agent/connection/bridge.ts';
import { useAgentMutation } from '../../agent/queries.ts';

type Linked = Pick<Watch['latest'][number], 'questionId' | 'title' | 'link'>;

/** The title of a match, to its page; following it marks the match read. */
export function MatchLink({ site, match, className }: { site: string; match: Linked; className?: string }) {
  const open = useAgentMutation(
    (client) => client.watches.openMatch({ site, questionId: match.questionId, opened: !IN_ELECTRON }),
    { changes: 'watches' },
  );
  if (!isWebAddress(match.link)) return <span className={className}>{match.title}</span>;
  const follow = (event: MouseEvent) => {
    // A browser opens the link itself, in a tab beside this page; only the mark is then left to do.
    if (IN_ELECTRON) event.preventDefault();
    open.mutate();
  };
  return (
    <a className={className} href={match.link} target="_blank" rel="noopener noreferrer" onClick={follow}>
      {match.title}
    </a>
  );
}
