import type { Watch } from '../../../common/contract/contract.ts';
import { IN_ELECTRON } from '../../agent/connection/bridge.ts';
import { OutsideLink } from '../../agent/outside-link.tsx';
import { useAgentMutation } from '../../agent/queries.ts';

type Linked = Pick<Watch['latest'][number], 'questionId' | 'title' | 'link'>;

/** The title of a match, to its page; following it marks the match read. */
export function MatchLink({ site, match, className }: { site: string; match: Linked; className?: string }) {
  // A browser opens the link itself, in a tab beside this page; only the mark is then left to do.
  const open = useAgentMutation(
    (client) => client.watches.openMatch({ site, questionId: match.questionId, opened: !IN_ELECTRON }),
    { changes: 'watches' },
  );
  return (
    <OutsideLink className={className} href={match.link} onFollow={() => open.mutate()}>
      {match.title}
    </OutsideLink>
  );
}
