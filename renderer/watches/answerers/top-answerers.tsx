import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { TopAnswerers as Answer } from '../../../common/contract/contract.ts';
import { MINUTE_MS } from '../../../common/durations.ts';
import { useClient } from '../../agent/agent-context.tsx';
import { AskingTrouble } from '../../feedback/request-trouble.tsx';
import { OutsideLink } from '../../agent/outside-link.tsx';
import { Failed } from '../../feedback/states.tsx';
import { useLocale } from '../../appearance/language.tsx';
import { Segments } from '../../widgets/choices.tsx';

type Period = Answer['period'];

/** Asked by a click: not renewed by itself, and the same is not asked again while it is known. */
function useTopAnswerers(site: string, tag: string, period: Period) {
  const client = useClient();
  const queries = useQueryClient();
  const queryKey = ['top-answerers', site, tag, period];
  const ask = () => client.watches.topAnswerers({ site, tag, period });
  const answer = useQuery({ queryKey, queryFn: ask, gcTime: 10 * MINUTE_MS });
  return { ...answer, again: async () => queries.setQueryData(queryKey, await ask()) };
}

function People({ people, caption }: { people: Answer['people']; caption: string }) {
  const { words, number } = useLocale();
  const has = (field: 'score' | 'answers' | 'reputation') => people.some((person) => person[field] !== undefined);
  const figures = (['score', 'answers', 'reputation'] as const).filter(has);
  return (
    <table className="values">
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{words('watches.topAnswerers.columns.name')}</th>
          {figures.map((field) => (
            <th key={field} scope="col">
              {words(`watches.topAnswerers.columns.${field}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {people.map((person, place) => (
          <tr key={`${place} ${person.name}`}>
            <th scope="row">
              <span className="hint">{number(place + 1)}.</span>{' '}
              <OutsideLink href={person.link}>{person.name}</OutsideLink>
            </th>
            {figures.map((field) => (
              <td key={field}>{person[field] === undefined ? '' : number(person[field])}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/**
 * Whose answers under a tag are liked best, of this month or of all time. `tags`: to choose among; there is one at
 * least.
 */
export function TopAnswerers({ site, tags }: { site: string; tags: string[] }) {
  const { words } = useLocale();
  const [chosen, setChosen] = useState<string>();
  const [period, setPeriod] = useState<Period>('month');
  const tag = chosen !== undefined && tags.includes(chosen) ? chosen : (tags[0] ?? '');
  const answer = useTopAnswerers(site, tag, period);
  const { data } = answer;
  const title = words('watches.topAnswerers.of', { tag });
  return (
    <section className="card people" aria-label={title} aria-busy={answer.isPending}>
      <div className="people--head">
        {tags.length > 1 ? (
          <label>
            {words('watches.topAnswerers.title')}{' '}
            <select value={tag} onChange={(event) => setChosen(event.target.value)}>
              {tags.map((other) => (
                <option key={other}>{other}</option>
              ))}
            </select>
          </label>
        ) : (
          <h3>{title}</h3>
        )}
        <Segments
          label={words('watches.topAnswerers.period')}
          value={period}
          options={[
            { value: 'month', label: words('watches.topAnswerers.month') },
            { value: 'all_time', label: words('reputation.chart.ranges.all') },
          ]}
          onChange={setPeriod}
        />
      </div>
      {answer.isPending && (
        <p className="hint" role="status">
          {words('watches.topAnswerers.loading')}
        </p>
      )}
      {answer.isError && <Failed error={answer.error} again={() => void answer.refetch()} />}
      {data?.trouble && <AskingTrouble key={`${tag} ${period}`} trouble={data.trouble} again={answer.again} />}
      {data && !data.trouble && data.people.length === 0 && (
        <p className="hint">{words('watches.topAnswerers.none', { tag })}</p>
      )}
      {data && data.people.length > 0 && <People people={data.people} caption={title} />}
    </section>
  );
}
