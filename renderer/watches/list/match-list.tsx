import type { Match, Watch } from '../../../common/contract/contract.ts';
import { Age } from '../../widgets/age.tsx';
import { useLocale, useWords } from '../../appearance/language.tsx';
import { MatchLink } from './match-link.tsx';
import { ruleName } from '../../../common/i18n/rule-words.ts';

/** From this on, in ms, it matters that a question came to match later than it was asked: by its score, or a bounty. */
const HOUR_MS = 3_600_000;

function MatchRow({ match, foundBy }: { match: Match; foundBy: string[] }) {
  const words = useWords();
  return (
    <li className={`row ${match.unread ? 'is-unread' : ''}`}>
      <div className="row--body">
        <div className="row--meta">
          {match.unread && <span className="visually-hidden">{words('watches.matches.unread')} </span>}
          <span className="row--site">{match.site.name}</span>
          <Age of={match.createdAt} />
          {match.matchedAt.getTime() - match.createdAt.getTime() > HOUR_MS && (
            <span>
              {words('watches.matches.matched')} <Age of={match.matchedAt} />
            </span>
          )}
          {foundBy.length > 0 && (
            <span className="row--found-by">{words('watches.matches.foundBy', { watches: foundBy.join('; ') })}</span>
          )}
        </div>
        <MatchLink site={match.site.id} match={match} className="row--title" />
        <ul className="tags" aria-label={words('watches.matches.tags')}>
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

/** The latest questions that match a watch; where there are several watches, with those that found them. */
export function MatchList({ matches, watches }: { matches: Match[]; watches: Watch[] }) {
  const locale = useLocale();
  const names = new Map(
    watches.length < 2 ? [] : watches.map(({ id, rule, name }) => [id, ruleName(rule, locale) || name]),
  );
  return (
    <ul className="rows" aria-label={locale.words('watches.matches.title')}>
      {matches.map((match) => (
        <MatchRow
          key={`${match.site.id}:${match.questionId}`}
          match={match}
          foundBy={match.watchIds.flatMap((id) => names.get(id) ?? [])}
        />
      ))}
    </ul>
  );
}
