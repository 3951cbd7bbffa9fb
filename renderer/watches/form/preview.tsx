import { useState } from 'react';
import type { WatchPreview, WatchRule } from '../../../common/contract/contract.ts';
import { MINUTE_MS } from '../../../common/durations.ts';
import { Age } from '../../widgets/age.tsx';
import { useNow } from '../../widgets/use-now.ts';
import { OutsideLink } from '../../agent/outside-link.tsx';
import { plainError } from '../../feedback/plain-error.ts';
import { troubleWords } from '../../feedback/request-trouble.tsx';
import { useWatchPreview } from '../../agent/queries.ts';
import { useLocale, useWords } from '../../appearance/language.tsx';
import { isEmptyRule } from './rule-draft.ts';
import { useDebounced } from '../fields/tag-field.tsx';
import { basisWords, findsWords, weekWords } from '../watch-words.ts';

/** A rule rests this long before it is previewed: each one may cost a request. */
const PREVIEW_DEBOUNCE_MS = 700;
/** Enough to see what kind of question it is; the rest of the week is a click away. */
const MATCHES_SHOWN_AT_FIRST = 4;

/** The questions of the week that the rule would have found, the newest first. */
function Matches({ matches }: { matches: WatchPreview['matches'] }) {
  const words = useWords();
  const [all, setAll] = useState(false);
  const more = matches.length - MATCHES_SHOWN_AT_FIRST;
  return (
    <>
      <ul className="found" aria-label={words('watches.preview.found')}>
        {(all ? matches : matches.slice(0, MATCHES_SHOWN_AT_FIRST)).map((match) => (
          <li key={match.questionId} className="item">
            <OutsideLink className="item--title" href={match.link}>
              {match.title}
            </OutsideLink>
            <span className="item--words">{match.tags.join(', ')}</span>
            <span className="item--end">
              <Age of={match.createdAt} />
            </span>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <button type="button" className="btn btn__link" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? words('reputation.accountsFewer') : words('watches.preview.more', { count: more })}
        </button>
      )}
    </>
  );
}

/** How much a watch would have found this week, and how often it would find something. */
function Figures({ data }: { data: WatchPreview }) {
  const { words, number } = useLocale();
  const now = useNow(MINUTE_MS);
  return (
    <div className="preview--figures">
      <span className="preview--count" aria-hidden="true">
        {number(data.thisWeek)}
        {data.atLeast && '+'}
      </span>
      <p>
        <strong>{weekWords(data, words)}</strong>
        <span className="hint">{findsWords(data, words, now)}</span>
      </p>
    </div>
  );
}

/** What the figures are made of, and what they leave out. */
function Basis({ data }: { data: WatchPreview }) {
  const words = useWords();
  const now = useNow(MINUTE_MS);
  const { trouble, matches } = data;
  return (
    <p className="hint">
      {trouble ? `${troubleWords(words, trouble)} ${words('watches.preview.seenSoFar')}` : ''}{' '}
      {basisWords(data, words, now)} {data.atLeast && !trouble && words('watches.preview.atLeast')}{' '}
      {data.thisWeek > matches.length &&
        matches.length > 0 &&
        words('watches.preview.latestOnly', { count: matches.length })}
    </p>
  );
}

/** What a watch would find, and how often, before it is kept. */
export function Preview({ site, rule, id }: { site: string; rule: WatchRule; id?: string | undefined }) {
  const words = useWords();
  const text = JSON.stringify({ site, rule, id });
  const rested = useDebounced(text, PREVIEW_DEBOUNCE_MS);
  const asked = rested === text && site !== '' && !isEmptyRule(rule) ? { site, rule, id } : undefined;
  const preview = useWatchPreview(asked);
  if (isEmptyRule(rule) || site === '') return null;
  const { data } = preview;
  const old = preview.isPlaceholderData || asked === undefined;
  return (
    <section
      className={`card preview ${old ? 'is-old' : ''}`}
      aria-label={words('watches.preview.label')}
      aria-busy={preview.isFetching || asked === undefined}
    >
      {preview.isError && !old && (
        <p className="hint">
          {plainError(preview.error, words).message} {words('watches.preview.keepAnyway')}
        </p>
      )}
      {data === undefined && !preview.isError && <p className="hint">{words('watches.preview.looking')}</p>}
      {data?.never === true && !preview.isError && <p className="hint">{words('watches.preview.never')}</p>}
      {data?.never === false && !preview.isError && (
        <>
          <Figures data={data} />
          {data.matches.length > 0 && <Matches key={text} matches={data.matches} />}
          <Basis data={data} />
        </>
      )}
    </section>
  );
}
