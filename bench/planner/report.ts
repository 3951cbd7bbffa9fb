import { median } from './figures.ts';
import type { Outcome } from './jobs/job.ts';
import type { Rival } from './plans.ts';
import { SOCKETS } from './replay/trace-socket.ts';

/** A bound that a figure has to keep: at most, or at least. */
export interface Target {
  atMost?: number;
  atLeast?: number;
}

/** One line of JSON, before it is written. */
export interface Line {
  figures: Record<string, number | string | undefined>;
  targets: Record<string, Target>;
}

const MAX_RATIO = 1.05;
const MAX_EARLY_RATIO = 1.12;

/** What the issue asks of the generated traces, by requests a day. */
const generatedTargets: Record<number, Record<string, Target>> = {
  300: {
    ratio: { atMost: MAX_RATIO },
    early: { atMost: MAX_EARLY_RATIO },
    vsEqual: { atLeast: 5.8 },
    vsRefused: { atLeast: 50 },
    feltShare: { atMost: 0.5 },
    feltShareNoFullPages: { atMost: 0.5 },
  },
  1500: { ratio: { atMost: MAX_RATIO }, early: { atMost: MAX_EARLY_RATIO } },
  10_000: { mean: { atMost: 31 }, p95: { atMost: 58 }, requests: { atMost: 8700 } },
};

const middle = (outcomes: Outcome[], of: (outcome: Outcome) => number): number => median(outcomes.map(of));

/** The same replayed with several seeds; in `present` the agent knew when somebody was there. */
export interface Replays {
  plain: Outcome[];
  present: Outcome[];
}

/** The medians of a world, and what presence saves in one like it where no page ever fills. */
export function generatedLine(budget: number, world: Replays, noFullPages: Replays = { plain: [], present: [] }): Line {
  const { plain, present } = world;
  const figures = medians(budget, plain, present);
  const violations = figures.violations + broken([...noFullPages.plain, ...noFullPages.present]);
  const share = noFullPages.present.length > 0 ? { feltShareNoFullPages: feltShare(noFullPages) } : {};
  return {
    figures: { ...figures, ...share, violations, seeds: plain.length },
    targets: { ...generatedTargets[budget], violations: { atMost: 0 } },
  };
}

/** What is felt where the agent knows who is there, as a part of what is felt where it does not. */
const feltShare = ({ plain, present }: Replays): number =>
  median(
    present.map(({ job, felt }) => felt / (plain.find((other) => other.job.seed === job.seed)?.felt ?? Number.NaN)),
  );

/**
 * A given trace. The bound takes its rates by hour from the trace itself, so that on few days it knows each event by
 * its hour beforehand; there the ratio is told, and no target stands.
 */
export function traceLine(file: string, budget: number, outcomes: Outcome[]): Line {
  const untold = outcomes.filter(({ job }) => job.untold);
  const plain = outcomes.filter(({ job }) => !job.untold && !job.withPresence);
  const figures = medians(
    budget,
    plain,
    outcomes.filter(({ job }) => job.withPresence),
  );
  const { days, learningDays, violations } = figures;
  const long = days! + learningDays! >= 14;
  // Some traces begin with days on which nothing happens.
  const hasEarly = Number.isFinite(figures.early);
  const targets: Record<string, Target> = {
    violations: { atMost: 0 },
    ...(long && learningDays! >= 7 && { ratio: { atMost: MAX_RATIO } }),
    ...(long && hasEarly && { early: { atMost: MAX_EARLY_RATIO } }),
  };
  const added = { ratioUntold: middle(untold, ({ J, bound }) => J / bound), violations: violations + broken(untold) };
  return { figures: { trace: file, ...figures, ...added }, targets };
}

const RIVAL_NAMES: Rival[] = ['refused', 'equal', 'proportional', 'root', 'perSite', 'timeOfDay'];

const feltOf = (name: Rival): string => `${name}Felt`;

const broken = (outcomes: Outcome[]): number =>
  outcomes.reduce((sum, { violations }) => sum + violations.quota + violations.backoff + violations.minute, 0);

function medians(budget: number, plain: Outcome[], present: Outcome[]) {
  const beside = (name: Rival, what: 'J' | 'felt') => middle(plain, ({ rivals }) => rivals?.[name][what] ?? Number.NaN);
  return {
    budget,
    J: middle(plain, ({ J }) => J),
    bound: middle(plain, ({ bound }) => bound),
    ratio: middle(plain, ({ J, bound }) => J / bound),
    early: middle(plain, (line) => line.early / line.bound),
    ...Object.fromEntries(RIVAL_NAMES.map((name) => [name, beside(name, 'J')])),
    vsEqual: middle(plain, ({ J, rivals }) => (rivals?.equal.J ?? Number.NaN) / J),
    vsRefused: middle(plain, ({ J, rivals }) => (rivals?.refused.J ?? Number.NaN) / J),
    felt: middle(plain, ({ felt }) => felt),
    ...Object.fromEntries(RIVAL_NAMES.map((name) => [feltOf(name), beside(name, 'felt')])),
    ...(present.length > 0 && {
      feltPresent: middle(present, ({ felt }) => felt),
      feltShare: feltShare({ plain, present }),
      feltLeast: middle(present, (outcome) => outcome.feltLeast ?? Number.NaN),
    }),
    mean: middle(plain, ({ mean }) => mean),
    p95: middle(plain, ({ p95 }) => p95),
    requests: middle(plain, ({ requests }) => requests),
    violations: broken([...plain, ...present]),
    learningDays: plain[0]?.learningDays,
    days: plain[0]?.days,
  };
}

/** All the days of chaos together: what was broken is summed, J weighted by the days. */
export function chaosLine(budget: number, outcomes: Outcome[]): Line {
  const sum = (of: (outcome: Outcome) => number): number => outcomes.reduce((total, outcome) => total + of(outcome), 0);
  const days = sum((outcome) => outcome.days);
  const weighted = (of: (outcome: Outcome) => number): number => sum((outcome) => of(outcome) * outcome.days) / days;
  const J = weighted((outcome) => outcome.J);
  const bound = weighted((outcome) => outcome.bound);
  const figures = {
    case: 'chaos',
    budget,
    learningDays: outcomes[0]?.learningDays,
    days,
    J,
    bound,
    ratio: J / bound,
    quotaViolations: sum(({ violations }) => violations.quota),
    backoffViolations: sum(({ violations }) => violations.backoff),
    minuteViolations: sum(({ violations }) => violations.minute),
    requests: weighted(({ requests }) => requests),
    stolen: sum(({ chaos }) => chaos?.stolen ?? 0),
    backoffs: sum(({ chaos }) => chaos?.backoffs ?? 0),
    refusals: sum(({ chaos }) => chaos?.refusals ?? 0),
    clockSets: sum(({ chaos }) => chaos?.clockSets ?? 0),
    restarts: sum(({ chaos }) => chaos?.restarts ?? 0),
  };
  return {
    figures,
    targets: {
      ratio: { atMost: 1.15 },
      quotaViolations: { atMost: 0 },
      backoffViolations: { atMost: 0 },
      minuteViolations: { atMost: 0 },
    },
  };
}

/** A socket that fails costs no more than this. */
const MAX_COST_OF_FAILING_SOCKET = 1.1;

/** How late news is told with sockets of all kinds, beside the same days without. */
export function pushLine(budget: number, outcomes: Outcome[]): Line {
  const without = outcomes.filter(({ job }) => job.socket === undefined);
  const bySocket = SOCKETS.map((socket) => [socket, outcomes.filter(({ job }) => job.socket === socket)] as const);
  const beside = (which: Outcome[], of: (outcome: Outcome) => number) =>
    median(which.map((each) => of(each) / of(without.find(({ job }) => job.seed === each.job.seed)!)));
  const named = (prefix: string, of: (which: Outcome[]) => number) =>
    Object.fromEntries(
      bySocket.map(([socket, which]) => [`${prefix}${socket[0]!.toUpperCase()}${socket.slice(1)}`, of(which)]),
    );
  return {
    figures: {
      case: 'push',
      budget,
      J: middle(without, ({ J }) => J),
      ...named('J', (which) => middle(which, ({ J }) => J)),
      mean: middle(without, ({ mean }) => mean),
      ...named('mean', (which) => middle(which, ({ mean }) => mean)),
      ...named('ratio', (which) => beside(which, ({ J }) => J)),
      requests: middle(without, ({ requests }) => requests),
      ...named('requests', (which) => middle(which, ({ requests }) => requests)),
      violations: broken(outcomes),
      learningDays: outcomes[0]?.learningDays,
      days: outcomes[0]?.days,
      seeds: without.length,
    },
    targets: {
      ratioLives: { atMost: 0.75 },
      ratioDies: { atMost: MAX_COST_OF_FAILING_SOCKET },
      ratioSleeps: { atMost: MAX_COST_OF_FAILING_SOCKET },
      ratioLies: { atMost: MAX_COST_OF_FAILING_SOCKET },
      violations: { atMost: 0 },
    },
  };
}

/** The same in a line for people. */
export const pushWords = ({ figures }: Line): string =>
  `${Number(figures['budget']).toLocaleString('en')} a day: J ${Number(figures['J']).toFixed(0)} s without a socket; ` +
  SOCKETS.map((socket) => {
    const name = `${socket[0]!.toUpperCase()}${socket.slice(1)}`;
    const [delay, ratio] = [Number(figures[`J${name}`]), Number(figures[`ratio${name}`])];
    return `${delay.toFixed(0)} s (${ratio.toFixed(3)}) with one that ${socket}`;
  }).join(', ') +
  '.';

/** The same in a line for people. */
export function chaosWords({ figures }: Line): string {
  const { days, budget, ratio: reached, quotaViolations, backoffViolations, minuteViolations } = figures;
  return (
    `${days} days of chaos at ${Number(budget).toLocaleString('en')} a day: ` +
    `${Number(reached).toFixed(3)} of the bound; rules broken: ${quotaViolations} of the quota, ` +
    `${backoffViolations} of pauses, ${minuteViolations} of the minute.`
  );
}

/** What one replay came to. With presence J is left out, since it counts all hours alike. */
export function progress({
  job,
  J,
  bound,
  felt,
  milliseconds,
}: Pick<Outcome, 'job' | 'J' | 'bound' | 'felt' | 'milliseconds'>): string {
  const what = [
    `${job.requestsPerDay} a day`,
    `seed ${job.seed}`,
    ...(job.withPresence ? ['with presence'] : []),
    ...(job.socket ? [`a socket that ${job.socket}`] : []),
    ...(job.untold ? ['weights untold'] : []),
    ...(job.world?.most === undefined ? [] : ['no full pages']),
  ].join(', ');
  const all = job.withPresence ? '' : `J ${J.toFixed(0)} s, ${(J / bound).toFixed(3)} of the bound, `;
  return `${what}: ${all}felt ${felt.toFixed(0)} s (${(milliseconds / 1000).toFixed(0)} s)`;
}

/** One decision of the planner, in ms. */
export const decisionLine = (streams: number, milliseconds: number): Line => ({
  figures: { case: 'decision', streams, milliseconds },
  targets: { milliseconds: { atMost: 20 } },
});

/** The targets that were missed, by name. */
export const missed = ({ figures, targets }: Line): string[] =>
  Object.entries(targets).flatMap(([name, { atMost, atLeast }]) => {
    const value = Number(figures[name]);
    return value <= (atMost ?? Infinity) && value >= (atLeast ?? -Infinity) ? [] : [name];
  });

/** The line as it is written. Figures have four digits; what nothing happened for is left out. */
export function written(line: Line): string {
  const rounded = Object.fromEntries(
    Object.entries(line.figures)
      .filter(([, value]) => typeof value !== 'number' || Number.isFinite(value))
      .map(([name, value]) => [
        name,
        typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(4)) : value,
      ]),
  );
  return JSON.stringify({ bench: 'planner', ...rounded, targets: line.targets, reached: missed(line).length === 0 });
}

/** The plans of the table: what each is called, and where its figures are. */
const rows: [name: string, J: string | undefined, felt: string | undefined][] = [
  ['everything every 60 s until refused', 'refused', feltOf('refused')],
  ['equal intervals', 'equal', feltOf('equal')],
  ['in proportion to rate', 'proportional', feltOf('proportional')],
  ['root rule, known rates', 'root', feltOf('root')],
  ['+ one request per site', 'perSite', feltOf('perSite')],
  ['+ time of day', 'timeOfDay', feltOf('timeOfDay')],
  ['Askbell, all of it learned', 'J', 'felt'],
  ['+ only while present', undefined, 'feltPresent'],
  ['bound without seeing the future', 'bound', undefined],
];

/** A table in seconds: J for each budget, and what is felt at the first, which is the smallest. */
export function table(lines: Line[]): string {
  const cell = (value: unknown): string =>
    (typeof value === 'number' && Number.isFinite(value) ? Math.round(value).toLocaleString('en') : '–').padStart(14);
  const a = (line: Line | undefined): string => `${Number(line?.figures['budget']).toLocaleString('en')}/day`;
  const of = (line: Line | undefined, key: string | undefined): string =>
    cell(key === undefined ? undefined : line?.figures[key]);
  const head = [
    'seconds, medians'.padEnd(38),
    ...lines.map((line) => `J ${a(line)}`.padStart(14)),
    `felt ${a(lines[0])}`.padStart(18),
  ].join('');
  return [
    head,
    ...rows.map(
      ([name, J, felt]) => `${name.padEnd(38)}${lines.map((line) => of(line, J)).join('')}    ${of(lines[0], felt)}`,
    ),
  ].join('\n');
}
