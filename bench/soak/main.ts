import { MEMORY_FLAGS } from '../../build/start/shells.ts';
import { HOUR_MS } from '../../common/durations.ts';
import { MEMORY_GOES_BACK } from '../../electron/desktop/linux/environment.ts';
import { createActivity } from '../../sandbox/world/activity/activity.ts';
import { createRandom } from '../../sandbox/world/random.ts';
import { storyStart } from '../../test/support/demo-data.ts';
import { startGateway } from '../life/bad-night.ts';
import type { DrivenEnd } from '../life/child/birth.ts';
import { Driver } from '../life/driver.ts';
import { findings, growthPerDay, isWithin, leftBehind, leftByNights, type Night, type Sample } from '../life/growth.ts';
import { wrongInBadNights } from '../life/ledger.ts';
import { print, runCommand, say, type OptionsOf, type Summary } from '../support/command.ts';
import { rounded } from '../support/figures.ts';

/** Requests a day, as for whoever has registered nothing. */
const DAILY_QUOTA = 300;

/** Bad nights: one a week, the first after two days, or on the first of a shorter run; eight hours each. */
const FIRST_NIGHT_HOURS = { long: 48 + 14, short: 14 };
const WEEK_HOURS = 168;
const NIGHT_HOURS = 8;
/** How long ago the last poll may be at the end; a longer time means that Askbell did not recover. */
const MAX_LAST_POLL_AGE_MINUTES = 180;

type SoakOptions = OptionsOf<'soak'>;

function nightsIn(hours: number): Night[] {
  const first = hours < WEEK_HOURS ? FIRST_NIGHT_HOURS.short : FIRST_NIGHT_HOURS.long;
  return Array.from({ length: Math.ceil(Math.max(0, hours - first) / WEEK_HOURS) }, (_, index) => {
    const from = first + index * WEEK_HOURS;
    return { from, to: Math.min(from + NIGHT_HOURS, hours) };
  });
}

function summaryOf(
  options: SoakOptions,
  nights: Night[],
  samples: Sample[],
  end: DrivenEnd,
  told: ReturnType<typeof judge>,
) {
  const left = leftByNights(samples, nights);
  const failures = [
    ...(options.hours < WEEK_HOURS ? [] : findings(samples, nights)),
    ...told.wrong,
    ...(end.lastPollAgeMinutes > MAX_LAST_POLL_AGE_MINUTES ? ['it had stopped polling by the end'] : []),
    ...(told.inbox === 0 ? ['nothing that happened could be judged: it ran for too short'] : []),
    ...(samples.length < 3 ? ['too few samples were taken: it ran for too short'] : []),
  ];
  const last = samples.at(-1);
  return {
    passed: failures.length === 0,
    failures,
    seed: options.seed,
    hours: options.hours,
    growth_per_day: rounded(growthPerDay(samples, nights)),
    bad_nights: nights.length,
    bad_nights_measured: nights.filter((night) => leftBehind(samples, night, 'heap_mb') !== undefined).length,
    // Null if no night was measured.
    left_by_bad_nights: left ? rounded(left) : null,
    heap_end_mb: last?.heap_mb,
    rss_end_mb: last?.rss_mb,
    rss_peak_mb: end.rss_peak_mb,
    askbell_cpu_s: end.cpu_s,
    wake_ups_per_hour: last?.wake_ups_per_hour,
    history_end_mb: last?.history_mb,
    produced_inbox_items: told.inbox,
    produced_questions: told.questions,
    notifications: told.notifications,
    person_refused: end.refusals,
    last_poll_age_minutes: end.lastPollAgeMinutes,
    conditions_at_end: end.conditions,
  };
}

/** How busy the network is: about 25 inbox items and 25 votes a day for the person, and a thousand other things. */
const ACTIVITY_SPEED = 0.012;
/** When the ledger's events begin, how often they happen, and how long before the end they cease, in hours. */
const ACTS = { from: 6, every: 1.4, until: 12 };

/** Lets people live on the network by a clock that is driven; returns what has everything done that is due by then. */
function createLife({ sandbox, people }: Driver, { hours, seed }: SoakOptions, setTime: (ms: number) => void) {
  const { world } = sandbox;
  const activity = createActivity({ world, seed, speed: ACTIVITY_SPEED, favour: () => [people.account] });
  let next = activity.next();
  const [firstAct, lastAct] = [ACTS.from, hours - ACTS.until].map((hour) => storyStart * 1000 + hour * HOUR_MS);
  let actAt = firstAct!;
  return {
    liveUntil(ms: number): void {
      while (next.at * 1000 <= ms) {
        setTime(next.at * 1000);
        try {
          next.run();
        } catch {
          // Somebody cannot do what they were about to: others go on.
        }
        next = activity.next();
      }
      setTime(ms);
      for (; actAt <= ms && actAt < lastAct!; actAt += ACTS.every * HOUR_MS) people.act();
    },
  };
}

/**
 * Compares what people did with what was told. What happened during a bad night, or was perhaps not polled before it,
 * is left out: an item that is first listed in a spoilt answer may be spoilt itself.
 */
function judge(driver: Driver, nights: readonly Night[]) {
  const unsure = nights.map(({ from, to }) => ({ from: from - ACTS.until, to }));
  const isSure = (at: number) => !isWithin(unsure, ((at - storyStart) * 1000) / HOUR_MS);
  const asked = driver.sandbox.world.db.prepare(
    'SELECT created_at FROM posts p JOIN sites s ON s.id = p.site_id WHERE s.api_site_parameter = ? AND p.id = ?',
  );
  const produced = driver.people.produced();
  const { kept, shown } = driver.read(0, false);
  // Others wrote to the person, too, without a number.
  const inbox = produced.inbox.filter(({ serial, key }) => serial > 0 && isSure(Number(key?.split('|').at(-1))));
  const questions = produced.questions.filter(({ site, id }) => isSure(asked.get(site, id)!['created_at'] as number));
  const wrong = wrongInBadNights({ ...produced, inbox, questions }, kept, shown);
  return { wrong, inbox: inbox.length, questions: questions.length, notifications: shown.length };
}

/**
 * Lets Askbell live for hours of driven time on a living network, and looks at what grows, and at what was told.
 * Returns, by measure, `growth_per_day`, the median of the slopes between any two samples with no bad night between
 * them, and `left_by_bad_nights`, the day after a bad night less that before it, the most of all nights.
 */
async function soak(options: SoakOptions): Promise<Summary> {
  const { hours, seed } = options;
  const startMs = storyStart * 1000;
  const nights = nightsIn(hours);
  const samples: Sample[] = [];
  let now = startMs;
  let end: DrivenEnd | undefined;
  const driver = await Driver.create({
    name: 'soak',
    now: () => now,
    random: createRandom(seed + 1),
    quota: DAILY_QUOTA,
    // As `npm run headless` starts it, but with V8's compilers: weeks pass here in minutes.
    flags: ['--expose-gc', ...MEMORY_FLAGS],
    env: MEMORY_GOES_BACK,
    onMessage(message) {
      if (typeof message !== 'object') return;
      if ('end' in message) return void ({ end } = message);
      if (!('sample' in message)) return;
      const { sample } = message;
      samples.push(sample);
      print({ sample });
      if (samples.length % 12 === 0) say(`${Math.round(sample.hours)} h: heap ${sample.heap_mb} MB`);
    },
  });
  const living = createLife(driver, options, (ms) => void (now = Math.max(now, ms)));
  const gateway = await startGateway({
    target: driver.sandbox.apiBaseUrl,
    random: createRandom(seed),
    onTime: (ms) => living.liveUntil(ms),
    isBad: () => isWithin(nights, (now - startMs) / HOUR_MS),
  });
  try {
    const life = await driver.begin({
      apiBaseUrl: gateway.url,
      authUrl: driver.sandbox.authUrl,
      watches: driver.people.watches.filter(({ minScore }) => minScore === undefined),
      course: { startMs, ...options, nights },
    });
    const { code } = await life.ended;
    if (!end || code !== 0) throw new Error(`Askbell ended with ${code}: ${life.words}`);
    const summary = summaryOf(options, nights, samples, end, judge(driver, nights));
    for (const failure of summary.failures) say(failure);
    if (hours < WEEK_HOURS) say(`What grows was not judged: that takes ${WEEK_HOURS} hours.`);
    if (summary.left_by_bad_nights === null) say('What a bad night leaves was not measured: the run was too short.');
    return {
      ...summary,
      requests: driver.sandbox.requests.length,
      spoilt_answers: gateway.spoilt,
    };
  } finally {
    gateway.close();
    await driver.close();
  }
}

await runCommand('soak', soak);
