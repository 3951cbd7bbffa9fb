import type { WatchRule } from '../../electron/contract.ts';
import { Age } from '../components/age.tsx';
import { useNow } from '../components/now.ts';
import { OutsideLink } from '../components/outside-link.tsx';
import { plainError } from '../components/plain-error.ts';
import { useWatchPreview } from '../queries.ts';
import { saysNothing } from './rule-draft.ts';
import { useRested } from './tag-field.tsx';
import { basisWords, costWords, rateWords } from './watch-words.ts';

/** A rule rests this long before it is previewed: each one may cost a request. */
const restBeforePreviewMs = 700;

/** What a watch would find, how often, and what it would cost, before it is kept. */
export function Preview({ site, rule, id }: { site: string; rule: WatchRule; id?: string | undefined }) {
  const now = useNow(60_000);
  const text = JSON.stringify({ site, rule, id });
  const rested = useRested(text, restBeforePreviewMs);
  const asked = rested === text && site !== '' && !saysNothing(rule) ? { site, rule, id } : undefined;
  const preview = useWatchPreview(asked);
  if (saysNothing(rule) || site === '') return null;
  const { data } = preview;
  const old = preview.isPlaceholderData || asked === undefined;
  return (
    <section className={`preview ${old ? 'is-old' : ''}`} aria-label="Preview" aria-busy={preview.isFetching || asked === undefined}>
      {preview.isError && !old && <p className="hint">{plainError(preview.error).message} The watch can be kept all the same.</p>}
      {data === undefined && !preview.isError && <p className="hint">Looking at what it would have found…</p>}
      {data !== undefined && !preview.isError && (
        <>
          <dl className="preview--figures">
            <div>
              <dt>Finds</dt>
              <dd>{data.perDay === undefined ? 'not known yet' : rateWords(data.perDay)}</dd>
            </div>
            <div>
              <dt>Costs</dt>
              <dd>{costWords(data.cost)}</dd>
            </div>
          </dl>
          {data.matches.length > 0 && (
            <ul className="preview--matches" aria-label="Would have found">
              {data.matches.slice(0, 4).map((match) => (
                <li key={match.questionId}>
                  {match.link === undefined ? match.title : <OutsideLink href={match.link}>{match.title}</OutsideLink>} <Age of={match.createdAt} />
                </li>
              ))}
            </ul>
          )}
          <p className="hint">
            {basisWords(data, now)} {data.note}
          </p>
        </>
      )}
    </section>
  );
}
