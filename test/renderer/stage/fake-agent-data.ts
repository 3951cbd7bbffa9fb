import {
  type Account,
  type AppState,
  type FirstTags,
  type ImportPreview,
  type InboxEntry,
  type NetworkAccount,
  type ReputationEntry,
  type Settings,
  type SiteChoice,
  type Watch,
  type WatchPreview,
  MATCH_KIND,
  WatchRule,
} from '../../../common/contract/contract.ts';
import { DEFAULT_PREFERENCES } from '../../../electron/store/settings.ts';
import type { z } from 'zod';
import { livelyReputation, type ReputationWorld } from './fake-reputation.ts';

/** Everything the fake agent knows; tests change it at will and call `tell` afterwards. */
export interface World extends ReputationWorld {
  state: AppState;
  inbox: InboxEntry[];
  accounts: Account[];
  reputation: ReputationEntry[];
  watches: Watch[];
  sites: SiteChoice[];
  /** What any rule would find. */
  preview: WatchPreview;
  tags: Record<string, { name: string; count?: number }[]>;
  settings: Settings;
  /** The first minute is yet to come, with these tags; without it, it is over. */
  firstTags?: FirstTags[] | undefined;
  /** The person's own sound. */
  soundFile?: { name: string; seconds: number } | undefined;
  /** What an import would do; without it, next to nothing. */
  importPreview?: ImportPreview;
  /** The import or reset that can be taken back. */
  lastChange?: { what: 'import' | 'reset'; at: Date; undo: string } | undefined;
}

/** What an import of nothing new would do. */
export const previewOf = (settings: Settings): ImportPreview => ({
  version: '0.1.0',
  settings: { before: settings, after: settings },
  watches: { added: [], changed: [], kept: 2 },
  received: { inbox: 0, reputation: 0, questions: 0 },
  networks: [{ name: 'Demo network', signedIn: true }],
});

const icon = `data:image/svg+xml;utf8,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" fill="#2b7"/></svg>',
)}`;

const gardening = { id: 'gardening', name: 'Gardening' };
const clockmaking = { id: 'clockmaking', name: 'Clockmaking' };

/** Minutes ago, as a date. */
function ago(minutes: number): Date {
  return new Date(Date.now() - minutes * 60_000);
}

/** A state in which all is well: signed in, polling, nothing wrong. */
export function runningState(): AppState {
  const only: NetworkAccount = {
    id: 'demo',
    network: { kind: 'demo', name: 'Demo network', clientId: '1' },
    person: { displayName: 'Ada Winter', accounts: 3 },
    signedIn: true,
    conditions: [],
    quota: { max: 10_000, remaining: 9786, usedByAskbell: 120, reserve: 30 },
    nextPoll: { what: 'inbox', at: new Date(Date.now() + 34_000) },
    lastPollAt: ago(1),
    plan: [
      {
        stream: 'Inbox',
        everySeconds: 62,
        perDay: 1390,
        why: 'It matters most to you, and 12 items a day come on average.',
      },
      {
        stream: 'Reputation',
        everySeconds: 210,
        perDay: 411,
        why: 'About 20 changes a day, and they can wait a little.',
      },
      {
        stream: 'Questions on gardening',
        everySeconds: 1260,
        perDay: 69,
        why: 'Few questions match at this hour; one request serves all watches of the site.',
      },
    ],
    unread: 2,
    unreadMatches: 0,
  };
  return {
    accounts: [only],
    builtIn: [],
    version: '0.1.0',
    shell: 'headless',
    phase: 'running',
    signedOut: [],
    conditions: [],
    paused: false,
    unread: 2,
    unreadMatches: 0,
    secrets: { persistent: true, where: 'keyring' },
    notificationsGoTo: 'desktop',
    presence: { state: 'present', since: ago(90) },
    systemLanguages: ['en-GB'],
    abilities: {
      shortcut: { state: 'off' },
      panelShortcut: { state: 'off' },
      sound: { own: true },
      proxy: { system: true },
    },
  };
}

/** A state before any network was chosen. */
export function welcomeState(): AppState {
  return { ...runningState(), accounts: [], phase: 'welcome', unread: 0, unreadMatches: 0 };
}

const itemTypes = ['comment', 'new_answer', 'chat_message', 'staging_ground', 'moderator_message'];
const titles = [
  'Why do my tomato seedlings grow tall and thin?',
  'How do I regulate a cuckoo clock that gains ten minutes a day?',
  'Which mulch keeps the soil around blueberries sour?',
  'Escapement stops when the room gets cold',
];

/** An inbox of `count` items, the first two unread, the newest first. */
export function inboxOf(count: number): InboxEntry[] {
  return Array.from({ length: count }, (_, index) => ({
    key: `item-${index + 1}`,
    account: 'demo',
    itemType: itemTypes[index % itemTypes.length] ?? 'comment',
    site: index % 2 === 0 ? { ...gardening, iconUrl: icon } : clockmaking,
    title: `${titles[index % titles.length]}${index < titles.length ? '' : ` (${index})`}`,
    excerpt:
      'Have you tried to move them nearer to the window? Mine did the same until I gave them light from both sides, ' +
      'and then they stopped within a week.',
    link: `http://127.0.0.1:9/questions/${index + 1}`,
    place: 1_000_000 - index,
    createdAt: ago(3 + index * 47),
    listedAt: ago(3 + index * 47),
    unread: index < 2,
    tags: index % 2 === 0 ? ['tomatoes', 'soil'] : ['escapement'],
    muted: false,
  }));
}

/** A watch as the agent shows it. */
export function watchOf(
  id: string,
  site: Watch['site'],
  rule: z.input<typeof WatchRule>,
  part: Partial<Watch> = {},
): Watch {
  const whole = WatchRule.parse(rule);
  return {
    id,
    site,
    name: [...whole.anyTags, ...whole.allTags].join(', ') || 'a rule',
    rule: whole,
    alert: 'sound',
    muted: false,
    thisWeek: 0,
    wholeWeek: true,
    latest: [],
    cost: { requestsPerDay: 0, sharedWith: 0, sharedRules: [] },
    ...part,
  };
}

/** What is otherwise in a world; of settings and state what is given, and the rest as it was. */
type Otherwise = Partial<Omit<World, 'settings' | 'state'>> & {
  settings?: Partial<Settings>;
  state?: Partial<AppState>;
};

/** A world in which something has happened everywhere. */
export function lively({ settings, state, ...otherwise }: Otherwise = {}): World {
  const world: World = {
    ...livelyReputation(() => world.accounts, [gardening, clockmaking], titles),
    state: { ...runningState(), ...state },
    inbox: inboxOf(4),
    accounts: [
      { site: gardening, reputation: 12_480, today: 35 },
      { site: clockmaking, reputation: 871, today: -2 },
      { site: { id: 'cooking', name: 'Cooking over an open fire' }, reputation: 101, today: 0 },
    ],
    reputation: [
      {
        id: 1,
        key: 'r1',
        site: gardening,
        change: 10,
        voteType: 'up_votes',
        title: String(titles[0]),
        link: 'http://127.0.0.1:9/questions/1',
        onDate: ago(12),
      },
      {
        id: 2,
        key: 'r2',
        site: gardening,
        change: 25,
        voteType: 'accepts',
        title: String(titles[2]),
        link: 'http://127.0.0.1:9/questions/3',
        onDate: ago(80),
      },
      {
        id: 3,
        key: 'r3',
        site: clockmaking,
        change: -2,
        voteType: 'down_votes',
        title: String(titles[1]),
        onDate: ago(300),
      },
      { id: 4, key: 'r4', site: clockmaking, change: 100, onDate: ago(3000) },
    ],
    watches: [
      watchOf(
        'w1',
        gardening,
        { anyTags: ['tomatoes'] },
        {
          perDay: 12.4,
          thisWeek: 87,
          latest: [
            {
              questionId: 11,
              title: 'Tomatoes split after rain',
              link: 'http://127.0.0.1:9/questions/11',
              matchedAt: ago(7),
              unread: true,
            },
            { questionId: 10, title: 'Which tomatoes keep longest?', matchedAt: ago(60 * 24 * 20), unread: false },
          ],
          cost: { requestsPerDay: 310, sharedWith: 0, sharedRules: [] },
        },
      ),
      watchOf(
        'w2',
        clockmaking,
        { anyTags: ['escapement', 'pendulum-*'], noTags: ['quartz'], titleWords: ['anchor'], minScore: 2 },
        {
          alert: 'list',
          perDay: 0.3,
          cost: { requestsPerDay: 0, sharedWith: 1, sharedRules: [WatchRule.parse({ anyTags: ['springs'] })] },
        },
      ),
    ],
    sites: [
      { ...gardening, mine: true },
      { ...clockmaking, mine: true },
      { id: 'astronomy', name: 'Astronomy', mine: false },
    ],
    tags: {
      gardening: [
        { name: 'tomatoes', count: 214 },
        { name: 'potatoes', count: 96 },
        { name: 'automation', count: 1 },
      ],
      clockmaking: [{ name: 'escapement', count: 40 }],
    },
    preview: {
      name: 'tomatoes',
      perDay: 3.2,
      matches: [
        {
          questionId: 11,
          title: 'Tomatoes split after rain',
          tags: ['tomatoes'],
          link: 'http://127.0.0.1:9/questions/11',
          createdAt: ago(7),
        },
      ],
      thisWeek: 1,
      atLeast: false,
      never: false,
      lookedAt: { questions: 100, since: ago(4 * 24 * 60) },
      cost: { requestsPerDay: 0, sharedWith: 1, sharedRules: [WatchRule.parse({ anyTags: ['potatoes'] })] },
    },
    // A copy of all of it: tests change what is in it, and the agents of other tests get the same defaults.
    settings: { ...structuredClone(DEFAULT_PREFERENCES), language: 'en', ...settings },
    ...otherwise,
  };
  return world;
}

/** A world in which what the watches found is listed, too, the newest of all. */
export function withMatches(world = lively()): World {
  const match = (questionId: number, minutes: number) => ({
    key: `match-${questionId}`,
    account: 'demo',
    itemType: MATCH_KIND,
    excerpt: '',
    link: `http://127.0.0.1:9/questions/${questionId}`,
    question: `demo/${questionId}`,
    listedAt: ago(minutes),
    muted: false,
  });
  const found: InboxEntry[] = [
    {
      ...match(11, 7),
      place: 2_000_000,
      site: gardening,
      title: 'Tomatoes split after rain',
      tags: ['tomatoes', 'weather'],
      watchIds: ['w1'],
      createdAt: ago(7),
      unread: true,
    },
    {
      ...match(12, 90),
      place: 1_999_999,
      site: clockmaking,
      title: 'Anchor or deadbeat for a first movement?',
      tags: ['escapement', 'beginners'],
      watchIds: ['w2'],
      createdAt: ago(900),
      unread: false,
    },
  ];
  world.inbox = [...found, ...world.inbox];
  return world;
}

/** A world in which nothing has happened yet. */
export function quiet(): World {
  const world = lively();
  return {
    ...world,
    state: { ...world.state, unread: 0 },
    inbox: [],
    accounts: [],
    reputation: [],
    watches: [],
    today: [],
    reading: { state: 'unasked', sites: { done: 0, of: 0 }, requests: { spent: 0 }, withheld: [] },
  };
}
