import { lazy, Suspense, useId, useState, type KeyboardEvent } from 'react';
import type { HistoryReading, ReputationRange, ReputationSeries } from '../../common/contract/contract.ts';
import { Failed } from '../feedback/states.tsx';
import { useLocale } from '../appearance/language.tsx';
import { useSeries } from './reputation-queries.ts';
import { Change } from '../widgets/change.tsx';
import { seriesRows, type SeriesRow } from './series-table.ts';
import { Reading } from './history-reading.tsx';
import { stepByKey } from './step-by-key.ts';

/** Drawing is a fifth of the window's code, and only this view needs it. */
const Plot = lazy(() => import('./plot.tsx'));

const RANGES: readonly ReputationRange[] = ['7-days', '30-days', 'year', 'all'];

/** Tells a day, a week or a month of a curve. */
function useStepWords(): (row: Pick<SeriesRow, 'begins' | 'of'>) => string {
  const { tag, words } = useLocale();
  const day = new Intl.DateTimeFormat(tag, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });
  const week = new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'short', year: 'numeric' });
  const month = new Intl.DateTimeFormat(tag, { month: 'long', year: 'numeric' });
  return ({ begins, of }) =>
    of === 'day'
      ? day.format(begins)
      : of === 'week'
        ? words('reputation.chart.week', { day: week.format(begins) })
        : month.format(begins);
}

function Ranges({ range, onChange }: { range: ReputationRange; onChange: (range: ReputationRange) => void }) {
  const { words } = useLocale();
  return (
    <div className="chart--ranges" role="group" aria-label={words('reputation.chart.ranges.label')}>
      {RANGES.map((other) => (
        <button
          key={other}
          type="button"
          className={`s-btn s-btn__sm ${other === range ? 'is-selected' : 's-btn__muted'}`}
          aria-pressed={other === range}
          onClick={() => onChange(other)}
        >
          {words(`reputation.chart.ranges.${other}`)}
        </button>
      ))}
    </div>
  );
}

function ReadableChart({ what, series }: { what: string; series: ReputationSeries }) {
  const { words, number, signed, date } = useLocale();
  const stepWords = useStepWords();
  const id = useId();
  const last = series.begins.length - 1;
  const [keyed, setKeyed] = useState<number>();
  const [pointed, setPointed] = useState<number>();
  const shown = Math.min(last, pointed ?? keyed ?? last);
  const valueText = (at: number) =>
    words('reputation.chart.value', {
      when: stepWords({ begins: series.begins[at]!, of: series.step }),
      value: number(series.values[at]!),
      change: signed(series.changes[at]!),
    });
  const onKeyDown = (event: KeyboardEvent) => {
    const to = stepByKey(event.key, shown, series.begins.length);
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    setPointed(undefined);
    setKeyed(to);
  };
  const before = series.values[0]! - series.changes[0]!;
  const summary = words('reputation.chart.summary', {
    what,
    first: number(before),
    last: number(series.values[last]!),
    since: date(series.begins[0]!),
    change: signed(series.values[last]! - before),
  });
  return (
    <>
      <p className="chart--readout" aria-hidden="true">
        <span className="chart--when">{stepWords({ begins: series.begins[shown]!, of: series.step })}</span>
        <strong>{number(series.values[shown]!)}</strong> <Change change={series.changes[shown]!} />
      </p>
      {/* Arrow keys read the points, so the keys have to come here and not to a screen reader. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        className="chart--stage"
        role="application"
        aria-roledescription={words('reputation.chart.role')}
        aria-label={summary}
        aria-describedby={`${id}-keys`}
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        <Suspense fallback={<p className="visually-hidden">{words('reputation.chart.loading')}</p>}>
          <Plot series={series} at={keyed === undefined ? undefined : Math.min(last, keyed)} onPoint={setPointed} />
        </Suspense>
      </div>
      <p className="visually-hidden" id={`${id}-keys`}>
        {words('reputation.chart.keys')}
      </p>
      <p className="visually-hidden" role="status">
        {keyed !== undefined && valueText(Math.min(last, keyed))}
      </p>
    </>
  );
}

function ValuesTable({ what, series }: { what: string; series: ReputationSeries }) {
  const { words, number } = useLocale();
  const stepWords = useStepWords();
  return (
    <details className="chart--table">
      <summary>{words('reputation.chart.table')}</summary>
      {/* What scrolls must be reachable by keys. */}
      <div className="chart--scroll" role="region" aria-label={what} tabIndex={0}>
        <table className="values">
          <caption className="visually-hidden">{what}</caption>
          <thead>
            <tr>
              <th scope="col">{words('reputation.chart.columns.when')}</th>
              <th scope="col">{words('reputation.chart.columns.value')}</th>
              <th scope="col">{words('reputation.chart.columns.change')}</th>
            </tr>
          </thead>
          <tbody>
            {seriesRows(series).map((row) => (
              <tr key={row.begins.getTime()}>
                <th scope="row">{stepWords(row)}</th>
                <td>{number(row.value)}</td>
                <td>
                  <Change change={row.change} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

/** Reputation over time, drawn, to be read point by point, and as a table. `site`: of one; of all together without. */
export function Chart({ site, reading }: { site: { id: string; name: string } | undefined; reading: HistoryReading }) {
  const { words, date } = useLocale();
  const [range, setRange] = useState<ReputationRange>('30-days');
  const series = useSeries(site?.id, range, true);
  const what = site === undefined ? words('reputation.chart.ofAll') : words('reputation.chart.of', { site: site.name });
  return (
    <section className="s-card chart" aria-labelledby="over-time" aria-busy={series.isPending} data-form>
      <div className="chart--head">
        <h2 id="over-time">{words('reputation.chart.title')}</h2>
        <Ranges range={range} onChange={setRange} />
      </div>
      {series.isError && <Failed error={series.error} again={() => void series.refetch()} />}
      {/* A box of the same size until there is something to draw, so that nothing moves then. */}
      {series.isPending && <div className="chart--waiting" />}
      {series.data && <ReadableChart key={`${site?.id ?? ''} ${range}`} what={what} series={series.data} />}
      <div className="chart--notes">
        {series.data?.knownSince && (
          <p className="hint">{words('reputation.chart.knownSince', { day: date(series.data.knownSince) })}</p>
        )}
        <Reading reading={reading} />
      </div>
      {series.data && <ValuesTable what={what} series={series.data} />}
    </section>
  );
}
