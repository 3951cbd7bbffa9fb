import type { MouseEvent } from 'react';
import type { Match } from '../../electron/contract.ts';
import { inElectron } from '../bridge.ts';
import { Age } from '../components/age.tsx';
import { isWebAddress } from '../components/outside-link.tsx';
import { useAct } from '../queries.ts';

/** From this on, in ms, it matters that a question came to match later than it was asked: by its score, or a bounty. */
const anHour = 3_600_000;

function MatchRow({ match }: { match: Match }) {
  const open = useAct((client) => client.watches.openMatch({ site: match.site.id, questionId: match.questionId, opened: !inElectron }), { changes: 'watches' });
  const follow = (event: MouseEvent) => {
    // A browser opens the link itself, in a tab beside this page; only the mark is then left to do.
    if (inElectron) event.preventDefault();
    open.mutate();
  };
  return (
    <li className={`row ${match.unread ? 'is-unread' : ''}`}>
      <div className="row--body">
        <div className="row--meta">
          {match.unread && <span className="visually-hidden">Unread. </span>}
          <span className="row--site">{match.site.name}</span>
          <Age of={match.createdAt} />
          {match.matchedAt.getTime() - match.createdAt.getTime() > anHour && (
            <span>
              matched <Age of={match.matchedAt} />
            </span>
          )}
        </div>
        {isWebAddress(match.link) ? (
          <a className="row--title" href={match.link} target="_blank" rel="noopener noreferrer" onClick={follow}>
            {match.title}
          </a>
        ) : (
          <span className="row--title">{match.title}</span>
        )}
        <ul className="tags" aria-label="Tags">
          {match.tags.map((tag) => (
            <li key={tag} className="s-tag s-tag__sm">
              {tag}
            </li>
          ))}
        </ul>
      </div>
    </li>
  );
}

/** The latest questions that match a watch. */
export function MatchList({ matches }: { matches: Match[] }) {
  return (
    <ul className="rows" aria-label="Latest matches">
      {matches.map((match) => (
        <MatchRow key={`${match.site.id}:${match.questionId}`} match={match} />
      ))}
    </ul>
  );
}
