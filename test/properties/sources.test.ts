import fc from 'fast-check';
import { DAY_MS } from '../../common/durations.ts';
import { SOURCES } from '../../electron/agent/scheduler/polls.ts';
import { streamKind, streamSite, type StreamId } from '../../electron/agent/ids.ts';
import { ENDPOINTS } from '../../electron/api/endpoints.ts';
import type { Network, Page } from '../../electron/api/network.ts';
import { toPage } from '../../electron/api/http/request.ts';
import { openHistory } from '../../electron/store/history.ts';
import type { ProfileHistory } from '../../electron/store/profile-history.ts';
import { ANNOUNCED, pollAt } from '../electron/agent/sources/poll-under-test.ts';
import { watchOf } from '../support/watch.ts';
import { assert, assertPrototypes, property } from './property.ts';
import { oddItem, validItem } from './items.ts';

type EndpointName = keyof typeof ENDPOINTS;

/** Streams, and the operation whose answers each takes. */
const STREAMS = {
  inbox: 'inbox',
  accounts: 'associated',
  sites: 'sites',
  achievements: 'achievements',
  'reputation:s': 'reputationHistory',
  'badges:s': 'badgesOf',
  'questions:s': 'questions',
  'scored:s': 'scored',
  'featured:s': 'featured',
} satisfies Record<string, EndpointName>;
type Stream = keyof typeof STREAMS;

const NOW = 1_780_000_100_000;
const NETWORK_ID = 'n';
/** The oldest network of this kind began in 2008, and clocks are wrong by a day at most. */
const DATES = { from: Date.UTC(2008, 0), to: NOW + DAY_MS };
/** How long anything that is shown may be, in characters; longer answers are cut. */
const MAX_SHOWN_CHARACTERS = 4000;

const WATCHES = [{}, { minScore: 2 }, { bounty: true }].map((rule, nth) =>
  watchOf(`w${nth}`, 's', { anyTags: ['*'], ...rule }, { networkId: NETWORK_ID }),
);

/** When everything happened that a history keeps, in ms since the epoch. */
const datesIn = ({ inbox, reputation, questions }: ProfileHistory): number[] => [
  ...inbox.list(MANY).map(({ createdAt }) => createdAt),
  ...reputation.since(-Infinity).map(({ onDate }) => onDate),
  ...questions.latest('s', MANY).map(({ createdAt }) => createdAt),
];
/** More than one case makes. */
const MANY = 1000;

property({
  name: 'polls',
  holds: 'a poll records any page whatever, dates it plausibly, tells it once only, and shows nothing endless',
  share: 0.15,
  input: fc.constantFrom(...(Object.keys(STREAMS) as Stream[])).chain((stream) =>
    fc.record({
      stream: fc.constant(stream),
      first: fc.array(oddItem(STREAMS[stream]), { maxLength: 3 }),
      later: fc.array(oddItem(STREAMS[stream]), { maxLength: 3 }),
    }),
  ),
  async check({ stream, first, later }) {
    const history = openHistory(':memory:');
    try {
      const profile = history.profile({ network: NETWORK_ID, accountId: 9, displayName: 'Ada' });
      let raw: Partial<Record<EndpointName, unknown[]>> = {};
      const network = new Proxy({} as Network, {
        get: (_network, name: EndpointName) => (): Promise<Page<unknown>> => {
          const received = { items: raw[name] ?? [], leftOut: 0, hasMore: false, networkTime: NOW };
          return Promise.resolve(toPage({ item: ENDPOINTS[name].item } as never, received, false));
        },
      });
      const rules = { ...ANNOUNCED, watches: WATCHES };
      const run = pollAt(NOW, { network, networkId: NETWORK_ID, history, profile, rules });
      const poll = async (id: StreamId, answers: typeof raw) => {
        raw = answers;
        await SOURCES[streamKind(id)](run, streamSite(id));
      };
      const valid = (name: EndpointName) => fc.sample(validItem(name), { numRuns: 1, seed: 1 });
      await poll('sites', { sites: valid('sites') });
      await poll('accounts', { associated: valid('associated') });
      const operation = STREAMS[stream];
      await poll(stream, { [operation]: first });
      await poll(stream, { [operation]: [...later, ...first] });
      assertPrototypes();
      const told = JSON.stringify(profile.notifications.pending());
      await poll(stream, { [operation]: [...later, ...first] });
      assert(JSON.stringify(profile.notifications.pending()) === told, 'the same page is told twice');
      const shown = profile.notifications.pending().flatMap((notice): unknown[] => Object.values(notice));
      const longest = Math.max(0, ...shown.map((text) => (typeof text === 'string' ? text.length : 0)));
      assert(longest <= MAX_SHOWN_CHARACTERS, `${longest} characters are shown`);
      assert(Number.isSafeInteger(profile.inbox.unreadCount()), 'the unread are not counted');
      for (const date of datesIn(profile))
        assert(date >= DATES.from && date <= DATES.to, `something of ${date} ms is kept`);
    } finally {
      history.close();
    }
  },
});
