import { IconClock } from '@stackoverflow/stacks-icons/icons';
import { useQuery } from '@tanstack/react-query';
import type { Account, InboxFilter, ReputationEntry } from '../../common/contract/contract.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../common/durations.ts';
import { UNTIL_REPLY_AT } from '../../common/snooze.ts';
import { useClient } from '../agent/agent-context.tsx';
import { useLocale } from '../appearance/language.tsx';
import { useFeedList } from '../feed/feed-queries.ts';
import { Icon } from '../widgets/icon.tsx';
import { useNow } from '../widgets/use-now.ts';

/** A bell at rest, ticked off. */
function RestingBell() {
  return (
    <svg className="caught-up--bell" viewBox="0 0 56 56" width={56} height={56} aria-hidden="true">
      <circle className="caught-up--ground" cx="28" cy="28" r="28" />
      <path d="M28 14a10 10 0 0 0-10 10v5.6l-3.2 6h26.4l-3.2-6V24a10 10 0 0 0-10-10zM24 38.4a4 3.6 0 0 0 8 0z" />
      <circle className="caught-up--tick" cx="41" cy="17" r="8" />
      <path className="caught-up--check" d="m37.6 17.2 2.3 2.3 4.2-4.8" />
    </svg>
  );
}

/** Size of the drawing of steps, in its own units. */
const WIDTH = 320;
const HEIGHT = 56;
/** Room above and below for the line's own width. */
const EDGE = 4;

/**
 * Path of today's changes, one step each, from midnight until now, and where it ends. `midnight` and `now` in ms since
 * the epoch.
 */
function stepsOf(changes: readonly ReputationEntry[], midnight: number, now: number) {
  const x = (at: number) => Math.round((WIDTH * (at - midnight)) / DAY_MS);
  const today = changes
    .map(({ onDate, change }) => ({ at: onDate.getTime(), change }))
    .filter(({ at }) => at >= midnight && at <= now)
    .toSorted((a, b) => a.at - b.at);
  let sum = 0;
  const sums = [0, ...today.map(({ change }) => (sum += change))];
  const [lowest, highest] = [Math.min(...sums), Math.max(...sums)];
  const y = (value: number) =>
    Math.round(HEIGHT - EDGE - ((value - lowest) / (highest - lowest || 1)) * (HEIGHT - 2 * EDGE));
  const steps = today.map(({ at }, index) => `H${x(at)}V${y(sums[index + 1]!)}`);
  return { line: `M0 ${y(0)}${steps.join('')}H${x(now)}`, end: { x: x(now), y: y(sum) } };
}

/** Hours that are named under the steps. */
const HOURS = [0, 6, 12, 18];

/** Today's reputation: the figure, and its steps over the day. */
function Today({ today, accounts }: { today: number; accounts: readonly Account[] }) {
  const client = useClient();
  const now = useNow(MINUTE_MS);
  const { words, signed, number, clockTime } = useLocale();
  const { data } = useQuery({
    queryKey: ['reputation', 'today'],
    queryFn: ({ signal }) => client.reputation.changes({ limit: 200 }, { signal }),
  });
  const midnight = new Date(now).setHours(0, 0, 0, 0);
  const { line, end } = stepsOf(data?.entries ?? [], midnight, now);
  const total = accounts.reduce((sum, { reputation }) => sum + reputation, 0);
  return (
    <div className={`caught-up--today ${today < 0 ? 'is-loss' : ''}`}>
      <p>
        <strong>{signed(today)}</strong> {words('panel.today')}
        <span className="caught-up--total">{words('panel.inAll', { total: number(total) })}</span>
      </p>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <path className="caught-up--area" d={`${line}V${HEIGHT}H0z`} />
        <path className="caught-up--line" d={line} />
        <path className="caught-up--rest" d={`M${end.x} ${end.y}H${WIDTH}`} />
        <path className="caught-up--end" d={`M${end.x} ${end.y}h0`} />
      </svg>
      <p className="caught-up--hours" aria-hidden="true">
        {HOURS.map((hour) => (
          <span key={hour}>{clockTime(new Date(midnight + hour * HOUR_MS), now)}</span>
        ))}
      </p>
    </div>
  );
}

const SNOOZED: InboxFilter = { state: 'snoozed' };

/** The snoozed items that come back next, and when. */
function ComingBack() {
  const now = useNow(MINUTE_MS);
  const { words, clockTime } = useLocale();
  const times = (useFeedList(SNOOZED).data?.pages ?? [])
    .flatMap(({ entries }) => entries)
    .flatMap(({ snoozedUntil }) => snoozedUntil?.getTime() ?? [])
    .filter((time) => time !== UNTIL_REPLY_AT);
  if (times.length === 0) return null;
  const next = Math.min(...times);
  const count = times.filter((time) => time < next + MINUTE_MS).length;
  return (
    <p className="caught-up--back">
      <Icon svg={IconClock} />
      {words('panel.comeBack', { count, time: clockTime(new Date(next), now) })}
    </p>
  );
}

/** Nothing is left to do: today's reputation, and what comes back when. */
export function CaughtUp({ today, accounts }: { today: number; accounts: readonly Account[] }) {
  const { words } = useLocale();
  return (
    <div className="caught-up">
      <RestingBell />
      <h2>{words('inbox.noMatch.allRead')}</h2>
      <p>{words('panel.nothingNeedsYou')}</p>
      {today !== 0 && <Today today={today} accounts={accounts} />}
      <ComingBack />
    </div>
  );
}
