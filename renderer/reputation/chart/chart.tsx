import { useId, useState, type KeyboardEvent } from 'react';
import type { Account, HistoryReading, ReputationRange, ReputationSeries } from '../../../common/contract/contract.ts';
import { Failed } from '../../feedback/states.tsx';
import { useLocale } from '../../appearance/language.tsx';
import { Change } from '../../widgets/change.tsx';
import { Reading } from './history-reading.tsx';
import { Plot } from './plot.tsx';
import { useSeries } from '../reputation-queries.ts';
import { seriesRows, type SeriesRow } from './series-table.ts';
import { ChangeToday } from '../sites.tsx';
import { stepByKey } from './step-by-key.ts';

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

/** Reputation as it is, today's change, and what the time that is drawn brought. */
function Figures({ of, series }: { of: readonly Account[]; series: ReputationSeries | undefined }) {
  const { words, number, signed, date } = useLocale();
  const sum = (field: 'reputation' | 'today') => of.reduce((total, account) => total + account[field], 0);
  const since = series && series.values.at(-1)! - (series.values[0]! - series.changes[0]!);
  return (
    <p className="figures">
      <strong>{number(sum('reputation'))}</strong>
      <ChangeToday change={sum('today')} />
      {since !== undefined && (
        <span>
          {words('reputation.chart.since', { change: signed(since), day: date(series!.begins[0]!) })}
          {of.length > 1 && `, ${words('reputation.accountsCount', { count: of.length })}`}
        </span>
      )}
    </p>
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
      <p className="chart--readout hint" aria-hidden="true">
        <span>{stepWords({ begins: series.begins[shown]!, of: series.step })}</span>
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
        <Plot series={series} at={shown} onPoint={setPointed} />
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
              <th scope="col">{words('settings.forwarding.whenLabel')}</th>
              <th scope="col">{words('common.views.reputation')}</th>
              <th scope="col">{words('reputation.chart.columnsChange')}</th>
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

interface Props {
  /** The accounts that are added up. */
  of: readonly Account[];
  /** The site that is looked at; all together without. */
  site: Account['site'] | undefined;
  range: ReputationRange;
  reading: HistoryReading;
}

/** Reputation over time, drawn, to be read point by point, and as a table. */
export function Chart({ of, site, range, reading }: Props) {
  const { words, date } = useLocale();
  const series = useSeries(site?.id, range);
  const what = site === undefined ? words('reputation.chart.ofAll') : words('reputation.chart.of', { site: site.name });
  return (
    <section className="chart" aria-label={words('reputation.chart.title')} aria-busy={series.isPending} data-form>
      <Figures of={of} series={series.data} />
      {series.isError && <Failed error={series.error} again={() => void series.refetch()} />}
      {/* A box of the same size until there is something to draw, so that nothing moves then. */}
      {series.isPending && <div className="chart--waiting" />}
      {series.data && <ReadableChart key={`${site?.id ?? ''} ${range}`} what={what} series={series.data} />}
      {series.data?.knownSince && (
        <p className="hint">{words('reputation.chart.knownSince', { day: date(series.data.knownSince) })}</p>
      )}
      <Reading reading={reading} />
      {series.data && <ValuesTable what={what} series={series.data} />}
    </section>
  );
}
