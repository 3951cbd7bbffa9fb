import {
  type Account,
  type AppState,
  type Condition,
  type FirstTags,
  type InboxEntry,
  type NetworkAccount,
  type ReputationEntry,
  type Settings,
  type SiteChoice,
  type Watch,
  type WatchPreview,
  MATCH_KIND,
  WatchRule,
  ForwardTargetView,
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
  /** Where notifications are forwarded to. */
  forwarding?: ForwardTargetView[];
  /** The person's own sound. */
  soundFile?: { name: string; seconds: number } | undefined;
  /** The import or reset that can be taken back. */
  lastChange?: { what: 'import' | 'reset'; at: Date; undo: string } | undefined;
}

const icon = `data:image/svg+xml;utf8,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" fill="#2b7"/></svg>',
)}`;

export const gardening = { id: 'gardening', name: 'Gardening' };
export const clockmaking = { id: 'clockmaking', name: 'Clockmaking' };

/** Minutes ago, as a date. */
function ago(minutes: number): Date {
  return new Date(Date.now() - minutes * 60_000);
}

/** The page of a question. */
const pageOf = (question: number) => `http://127.0.0.1:9/questions/${question}`;

type Site = Watch['site'];

/** A change of reputation, some minutes ago. */
const changeOf = (id: number, site: Site, change: number, minutes: number, part: Partial<ReputationEntry> = {}) => ({
  ...{ id, key: `r${id}`, site, change, onDate: ago(minutes) },
  ...part,
});

/** Something that is wrong. */
export const condition = (kind: Condition['kind'], title: string, part: Partial<Condition> = {}): Condition => ({
  kind,
  severity: 'problem',
  title,
  advice: 'Check it.',
  ...part,
});

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
    plan: (
      [
        ['Inbox', 62, 1390, 'It matters most to you, and 12 items a day come on average.'],
        ['Reputation', 210, 411, 'About 20 changes a day, and they can wait a little.'],
        ['Questions on gardening', 1260, 69, 'Few questions match now; one request serves all watches of the site.'],
      ] as const
    ).map(([stream, everySeconds, perDay, why]) => ({ stream, everySeconds, perDay, why })),
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

/** A question that a watch found. */
const splitting = { questionId: 11, title: 'Tomatoes split after rain', link: pageOf(11) };

/** An inbox of `count` items, the first two unread, the newest first. */
export function inboxOf(count: number, change?: (index: number) => Partial<InboxEntry>): InboxEntry[] {
  return Array.from({ length: count }, (_, index) => ({
    key: `item-${index + 1}`,
    account: 'demo',
    itemType: itemTypes[index % itemTypes.length] ?? 'comment',
    site: index % 2 === 0 ? { ...gardening, iconUrl: icon } : clockmaking,
    title: `${titles[index % titles.length]}${index < titles.length ? '' : ` (${index})`}`,
    excerpt:
      'Have you tried to move them nearer to the window? Mine did the same until I gave them light from both sides, ' +
      'and then they stopped within a week.',
    link: pageOf(index + 1),
    place: 1_000_000 - index,
    createdAt: ago(3 + index * 47),
    listedAt: ago(3 + index * 47),
    unread: index < 2,
    tags: index % 2 === 0 ? ['tomatoes', 'soil'] : ['escapement'],
    muted: false,
    ...change?.(index),
  }));
}

/** A watch as the agent shows it. */
export function watchOf(id: string, site: Site, rule: z.input<typeof WatchRule>, part: Partial<Watch> = {}): Watch {
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

/** The rules of the two watches of a lively world. */
const TOMATOES = { anyTags: ['tomatoes'] };
const ESCAPEMENT = { anyTags: ['escapement', 'pendulum-*'], noTags: ['quartz'], titleWords: ['anchor'], minScore: 2 };

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
      changeOf(1, gardening, 10, 12, { voteType: 'up_votes', title: titles[0], link: pageOf(1) }),
      changeOf(2, gardening, 25, 80, { voteType: 'accepts', title: titles[2], link: pageOf(3) }),
      changeOf(3, clockmaking, -2, 300, { voteType: 'down_votes', title: titles[1] }),
      changeOf(4, clockmaking, 100, 3000),
    ],
    watches: [
      watchOf('w1', gardening, TOMATOES, {
        perDay: 12.4,
        thisWeek: 87,
        latest: [
          { ...splitting, matchedAt: ago(7), unread: true },
          { questionId: 10, title: 'Which tomatoes keep longest?', matchedAt: ago(60 * 24 * 20), unread: false },
        ],
        cost: { requestsPerDay: 310, sharedWith: 0, sharedRules: [] },
      }),
      watchOf('w2', clockmaking, ESCAPEMENT, {
        alert: 'list',
        perDay: 0.3,
        cost: { requestsPerDay: 0, sharedWith: 1, sharedRules: [WatchRule.parse({ anyTags: ['springs'] })] },
      }),
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
      matches: [{ ...splitting, tags: ['tomatoes'], createdAt: ago(7) }],
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
  const match = (questionId: number, minutes: number, watch: string, part: Partial<InboxEntry>) => ({
    ...world.inbox[0]!,
    key: `match-${questionId}`,
    itemType: MATCH_KIND,
    excerpt: '',
    link: pageOf(questionId),
    question: `demo/${questionId}`,
    listedAt: ago(minutes),
    place: 2_000_000 - minutes,
    watchIds: [watch],
    ...part,
  });
  const tomatoes = { title: splitting.title, site: gardening, createdAt: ago(7), tags: ['tomatoes', 'weather'] };
  const anchor = { title: 'Anchor or deadbeat for a first movement?', site: clockmaking, createdAt: ago(900) };
  const found = { ...anchor, tags: ['escapement', 'beginners'], unread: false };
  world.inbox = [match(11, 7, 'w1', tomatoes), match(12, 90, 'w2', found), ...world.inbox];
  return world;
}

/** A world with a second account, at a network called Andernetz. */
export function withSecondAccount(world: World, part: Partial<NetworkAccount>): World {
  const [only] = world.state.accounts;
  world.state.accounts.push({ ...only!, id: 'second', network: { ...only!.network, name: 'Andernetz' }, ...part });
  return world;
}

/** Tags of a site for the first minute, with the questions a day of each where they are known. */
export const firstTagsOf = (site: Watch['site'], perDays: Record<string, number | undefined>): FirstTags => ({
  site: { ...site, mine: true },
  tags: Object.entries(perDays).map(([name, perDay]) => ({ name, ...(perDay !== undefined && { perDay }) })),
  perDay: 50,
});

/** A world before any network was chosen. */
export const newcomer = (): World => ({ ...quiet(), state: welcomeState() });

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
