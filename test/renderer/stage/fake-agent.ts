import { isContractProcedure } from '@orpc/contract';
import { EventPublisher, ORPCError } from '@orpc/server';
import {
  contract,
  type AppState,
  type InboxEntry,
  type NetworkAccount,
  type PageNotice,
  type Settings,
  type Watch,
  type VisibleRows,
  type WindowView,
} from '../../../common/contract/contract.ts';
import type { Call, Handlers } from '../../../electron/agent/context.ts';
import { serve } from '../../../electron/router/router.ts';
import { localeOf } from '../../../common/i18n/locale.ts';
import { watchOf, type World } from './fake-agent-data.ts';
import { FakeInbox } from './fake-inbox.ts';

/** Words for the person, as the agent's typed errors carry them. */
export interface Refusal {
  message: string;
  advice: string;
}

/** What of a topic is answered; the operations left out do nothing, and have nothing to say. */
type Answers<Topic extends keyof typeof contract> = Partial<Handlers<(typeof contract)[Topic]>>;

/** The operations of no topic. */
type Operations = Partial<Pick<Handlers<typeof contract>, 'changes' | 'navigation' | 'about'>>;

type AllAnswers = Operations & { [Topic in keyof typeof contract]?: Answers<Topic> };

type Answer = (input: unknown, call: Call) => unknown;

interface Answered {
  [name: string]: Answered | Answer;
}

interface Told {
  state: AppState;
  change: { of: 'inbox' | 'reputation' | 'watches' | 'settings' };
  navigation: { view: WindowView };
  notices: PageNotice;
}

function refused({ message, advice }: Refusal) {
  return new ORPCError('REFUSED', { defined: true, status: 400, message, data: { advice } });
}

/** The agent's side of the contract over a world in memory. `calls` holds what the window asked, in order. */
export class FakeAgent {
  world: World;
  readonly calls: { what: string; input?: unknown }[] = [];
  /** Calls refused from now on, by their dotted name. */
  readonly refusing = new Map<string, Refusal>();
  /** Calls that are answered once this has resolved, by their dotted name. */
  readonly #holding = new Map<string, Promise<void>>();
  /** Why nothing can be asked now, and when it can be. */
  syncWaitsFor: { title: string; retryAt?: Date } | undefined;
  readonly inbox = new FakeInbox(() => this.world);
  readonly #told = new EventPublisher<Told>();
  /** The watches as they were before one was removed. */
  #beforeRemoval: Watch[] = [];
  /** The rows in sight that pages report. */
  readonly visible = new Set<VisibleRows>();
  #notices = 0;

  constructor(world: World) {
    this.world = world;
  }

  /** Changes the state and tells every window. */
  become(change: Partial<AppState>): void {
    this.world.state = { ...this.world.state, ...change };
    this.#told.publish('state', this.world.state);
  }

  /** Changes the first account, and the state with it; tells every window. */
  becomeAccount(change: Partial<NetworkAccount> = {}, state: Partial<AppState> = {}): void {
    const [first, ...rest] = this.world.state.accounts;
    this.become({ ...state, accounts: first ? [{ ...first, ...change }, ...rest] : [] });
  }

  /** Tells that a list has changed. */
  changed(of: Told['change']['of']): void {
    this.#told.publish('change', { of });
  }

  /** Has one more item come in; above all others, unless a place is given. */
  arrive(part: Partial<InboxEntry> = {}): void {
    const [newest] = this.world.inbox;
    this.world.inbox = [{ ...newest!, key: 'newer', place: newest!.place + 1, ...part }, ...this.world.inbox];
    this.changed('inbox');
  }

  /** Sends the window to a view, as a click on a notification does. */
  navigate(view: WindowView): void {
    this.#told.publish('navigation', { view });
  }

  /** What a machine without notifications of its own lets the page show. */
  notice(title: string, body: string, part: Partial<Extract<PageNotice, { type: 'show' }>> = {}): void {
    this.#told.publish('notices', {
      type: 'show',
      id: ++this.#notices,
      title,
      body,
      silent: false,
      actions: [{ id: 'open', label: 'Open' }],
      ...part,
    });
  }

  /** Takes a notification off every page. */
  withdraw(id: number): void {
    this.#told.publish('notices', { type: 'withdraw', id });
  }

  asked(what: string): { what: string; input?: unknown }[] {
    return this.calls.filter((call) => call.what === what);
  }

  /** What came with each call. */
  inputs(what: string): unknown[] {
    return this.asked(what).map(({ input }) => input);
  }

  /** Has calls answered only once what it gives has been resolved. */
  hold(what: string): PromiseWithResolvers<void> {
    const answered = Promise.withResolvers<void>();
    this.#holding.set(what, answered.promise);
    return answered;
  }

  #answersOfForwarding(): Answers<'forwarding'> {
    const { world } = this;
    const all = () => world.forwarding ?? [];
    const last = { at: new Date(), delivered: true };
    return {
      list: all,
      save({ secret, id = 'new', ...target }) {
        const before = all().find((one) => one.id === id);
        const hasSecret = secret !== undefined || before?.hasSecret === true;
        world.forwarding = [
          ...all().filter((one) => one !== before),
          { ...target, id, hasSecret, waiting: 0, lost: 0 },
        ];
      },
      test({ id }) {
        world.forwarding = all().map((one) => (one.id === id ? { ...one, last, lost: 0, waiting: 0 } : one));
        return last;
      },
      remove: ({ id }) => void (world.forwarding = all().filter((one) => one.id !== id)),
    };
  }

  #countUnread(): void {
    this.become({ unread: this.world.inbox.filter((entry) => entry.unread).length });
    this.changed('inbox');
  }

  /** Notes what was asked, and holds or refuses it where the test says so. */
  async #hear(what: string, input?: unknown): Promise<void> {
    this.calls.push(input === undefined ? { what } : { what, input });
    await this.#holding.get(what);
    const refusal = this.refusing.get(what);
    if (refusal) throw refused(refusal);
  }

  /** Answers all of a contract, and notes what is asked. */
  #overheard(asked: object, answers: object | undefined, path = ''): Answered {
    return Object.fromEntries(
      Object.entries(asked).map(([name, operation]: [string, object]) => {
        const what = `${path}${name}`;
        const answer = (answers as Answered | undefined)?.[name];
        if (!isContractProcedure(operation)) return [name, this.#overheard(operation, answer, `${what}.`)];
        const answering = async (input: unknown, call: Call) => {
          await this.#hear(what, input);
          return (answer as Answer | undefined)?.(input, call);
        };
        return [name, answering];
      }),
    );
  }

  /** Answers the whole contract, as the agent's router does. */
  router() {
    const told = this.#told;
    const answers: AllAnswers = {
      state: { get: () => this.world.state, watch: (_, { signal }) => this.#states(signal) },
      changes: (_, { signal }) => told.subscribe('change', { signal }),
      navigation: (_, { signal }) => told.subscribe('navigation', { signal }),
      ...this.#answersOfSession(),
      inbox: this.#answersOfInbox(),
      reputation: this.#answersOfReputation(),
      watches: { ...this.#answersOfWatches(), ...this.#answersOfTags() },
      ...this.#answersOfSettings(),
      forwarding: this.#answersOfForwarding(),
      data: {
        size: () => ({ bytes: 4_100_000 }),
        async *export() {
          const fileName = 'askbell-2026-06-01.json';
          yield { fileName, text: '{"askbell"', share: 0.4 };
          yield { fileName, text: ':1}', share: 1 };
        },
        import: () => ({
          added: { inbox: 4, reputation: 3, questions: 2, watches: 1 },
          settings: true,
          waiting: [],
          undo: 'import-1',
        }),
      },
      firstSteps: {
        get: () => ({ wanted: this.world.firstTags !== undefined }),
        tags: () => ({ ready: true, sites: this.world.firstTags ?? [] }),
        finish: () => void (this.world.firstTags = undefined),
      },
      about: () => ({
        version: this.world.state.version,
        licence: 'MIT',
        thirdParties: [{ name: 'zod', version: '4.0.0', licence: 'MIT' }],
      }),
    };
    const whole = this.#overheard(contract, answers);
    return serve(contract, whole as Handlers<typeof contract>, () => localeOf('en'));
  }

  async *#states(signal?: AbortSignal): AsyncGenerator<AppState> {
    const changes = this.#told.subscribe('state', { signal });
    yield this.world.state;
    yield* changes;
  }

  #answersOfSession() {
    const { visible } = this;
    return {
      notices: {
        watch: (_, { signal }) => this.#told.subscribe('notices', { signal }),
        showWaiting: () => this.become({ waiting: undefined }),
        async *visible(rows, { signal }) {
          visible.add(rows);
          try {
            yield {};
            await new Promise((resolve) => signal?.addEventListener('abort', resolve));
          } finally {
            visible.delete(rows);
          }
        },
      },
      session: {
        signIn: (choice) =>
          this.become({
            phase: 'signing-in',
            network: {
              kind: choice.kind,
              name: choice.kind === 'other' ? choice.name : choice.kind,
              clientId: ('clientId' in choice ? choice.clientId : undefined) ?? '1',
            },
            signIn: { means: 'paste', dialogUrl: 'http://127.0.0.1:9/oauth/dialog/?client_id=1' },
          }),
        paste: () => this.become({ phase: 'running' }),
        cancelSignIn: () => this.become({ phase: 'welcome' }),
        signOut: () => {
          const signedOut = this.world.state.accounts.map(({ id, network, person }) => ({ id, network, person }));
          this.become({ phase: 'welcome', accounts: [], signedOut });
          return { ended: true };
        },
      },
      polling: {
        syncNow: () => ({ waiting: this.syncWaitsFor }),
        pause: () => this.become({ paused: true }),
        resume: () => this.become({ paused: false }),
        snooze: () => this.become({ snoozedUntil: new Date(Date.now() + 1_800_000) }),
        endSnooze: () => this.become({ snoozedUntil: undefined }),
      },
    } satisfies AllAnswers;
  }

  #change(keys: string[], part: (entry: InboxEntry) => InboxEntry): { changed: number; undo?: string } {
    const changed = this.inbox.change(keys, part);
    this.#countUnread();
    return changed;
  }

  #answersOfInbox(): Answers<'inbox'> {
    const { inbox } = this;
    return {
      list: ({ filter, limit, before, after }) => inbox.list(filter, limit, before, after),
      counts: ({ filter }) => inbox.counts(filter),
      savedFilter: () => inbox.kept,
      saveFilter: (filter) => void (inbox.kept = filter),
      mark: ({ keys, as }) => {
        const marked = inbox.mark(keys, as);
        this.#countUnread();
        return marked;
      },
      markAllRead: (which) => {
        const all = inbox.list({ ...which?.filter, unread: true }, Infinity).entries.map(({ key }) => key);
        return this.#change(all, (entry) => ({ ...entry, unread: false }));
      },
      snooze: ({ keys }) => {
        const until = new Date(Date.now() + 3 * 3600_000);
        return { ...this.#change(keys, (entry) => ({ ...entry, unread: false, snoozedUntil: until })), until };
      },
      mute: ({ keys, muted }) => {
        for (const key of keys) inbox.mute(key, muted);
        return this.#change(
          keys.flatMap((key) => inbox.keysOfQuestion(key)),
          (entry) => ({ ...entry, muted }),
        );
      },
      views: () => inbox.views,
      saveView: ({ id = `view-${inbox.views.length}`, name, view }) => {
        const stored = inbox.views.find((one) => one.id === id)?.view ?? {};
        return inbox.keepViews([...inbox.views.filter((one) => one.id !== id), { id, name, view: view ?? stored }]);
      },
      removeView: ({ id }) => inbox.keepViews(inbox.views.filter((one) => one.id !== id)),
      mutes: () => inbox.muted,
      unmute: ({ questionId }) => {
        inbox.muted = inbox.muted.filter((mute) => mute.questionId !== questionId);
        return this.#change([`item-${questionId}`], (entry) => ({ ...entry, muted: false }));
      },
      undo: ({ undo }) => {
        inbox.undo(undo);
        this.#countUnread();
      },
      open: ({ key, others = [] }) => void this.#change([key, ...others], (entry) => ({ ...entry, unread: false })),
      read: ({ key, part }) => inbox.read(key, part),
      accept: ({ key, undo }) => inbox.accept(key, undo),
    };
  }

  #answersOfReputation(): Answers<'reputation'> {
    return {
      list: () => ({ accounts: this.world.accounts, today: this.world.today, reading: this.world.reading }),
      changes: ({ site: wanted, before, limit }) => {
        const all = this.world.reputation.filter(({ site }) => wanted === undefined || site.id === wanted);
        const from = all.findIndex(({ id }) => id === before?.id) + 1;
        return { entries: all.slice(from, from + limit), hasMore: all.length > from + limit };
      },
      series: (asked) => this.world.series(asked),
      siteProfile: ({ site: wanted }) => {
        const { site, reputation } = this.world.accounts.find((account) => account.site.id === wanted)!;
        return { site, reputation, ...this.world.siteProfile };
      },
    };
  }

  /** Adds watches to the end of the list. */
  #addWatches(siteId: string, rules: readonly Parameters<typeof watchOf>[2][], alert: Watch['alert']): Watch[] {
    const name = this.world.sites.find(({ id }) => id === siteId)?.name ?? siteId;
    const count = this.world.watches.length;
    const added = rules.map((rule, index) =>
      watchOf(`w${count + index + 1}-new`, { id: siteId, name }, rule, { alert }),
    );
    this.world.watches = [...this.world.watches, ...added];
    return added;
  }

  #answersOfWatches() {
    return {
      list: () => ({ watches: this.world.watches }),
      add: ({ site, rule, alert }) => this.#addWatches(site, [rule], alert)[0]!,
      change: ({ id, ...change }) => {
        const changed = { ...this.world.watches.find((watch) => watch.id === id)!, ...(change as Partial<Watch>) };
        this.world.watches = this.world.watches.map((watch) => (watch.id === id ? changed : watch));
        return changed;
      },
      preview: () => this.world.preview,
      remove: ({ id }) => {
        this.#beforeRemoval = this.world.watches;
        this.world.watches = this.#beforeRemoval.filter((watch) => watch.id !== id);
        return { undo: `remove-${id}` };
      },
      undo: () => void (this.world.watches = this.#beforeRemoval),
      sites: () => this.world.sites,
    } satisfies Answers<'watches'>;
  }

  #answersOfTags() {
    const tagsOf = (site: string) => this.world.tags[site] ?? [];
    return {
      completeTag: ({ site, text }) => tagsOf(site).filter((tag) => tag.name.includes(text)),
      readTags: ({ site, text }) => {
        const { asking } = this.world;
        const stateOf = (name: string) => {
          if (name.includes('*')) return 'pattern';
          if (asking) return 'unchecked';
          return tagsOf(site).some((tag) => tag.name === name) ? 'known' : 'unknown';
        };
        const names = text.split(/[\s,;]+/).filter(Boolean);
        return {
          tags: names.map((name) => ({
            name,
            state: stateOf(name),
            count: tagsOf(site).find((tag) => tag.name === name)?.count,
          })),
          leftOut: 0,
          trouble: asking,
        };
      },
      myTags: ({ site: wanted }) => {
        const { accounts, asking } = this.world;
        if (asking) return { account: true, tags: [], from: 'tags', trouble: asking };
        return { account: accounts.some(({ site }) => site.id === wanted), tags: tagsOf(wanted), from: 'tags' };
      },
      importCost: () => ({ watches: 1, already: 0, cost: this.world.preview.cost }),
      import: ({ site, as, tags, alert }) => {
        const rules = as === 'one' ? [{ anyTags: tags }] : tags.map((tag) => ({ anyTags: [tag] }));
        return { added: this.#addWatches(site, rules, alert).length, already: 0 };
      },
      topAnswerers: ({ tag, period }) => {
        const { asking, topAnswerers } = this.world;
        return { tag, period, people: asking ? [] : topAnswerers[period], trouble: asking };
      },
    } satisfies Answers<'watches'>;
  }

  #answersOfSettings() {
    const network = { name: 'network', title: 'Network (Demo)', said: 'It answered.' };
    const full = { said: 'The disk with the data folder is full: 0 MB is free.', advice: 'Make room.' };
    const chosen = (sound: 'file' | 'default', soundFile?: World['soundFile']) => {
      Object.assign(this.world, { soundFile, settings: { ...this.world.settings, sound } });
      this.changed('settings');
    };
    return {
      settings: {
        get: () => this.world.settings,
        change: (change) => (this.world.settings = { ...this.world.settings, ...(change as Partial<Settings>) }),
      },
      diagnostics: {
        report: () => ({ text: `Askbell ${this.world.state.version}` }),
        examine: () => ({
          status: 'wrong',
          summary: '1 problem found.',
          checks: [
            { ...network, status: 'ok', statusName: 'OK' },
            { name: 'disk', status: 'wrong', statusName: 'Problem', title: 'Disk', ...full },
          ],
          text: 'Askbell, checked',
        }),
        reset: ({ what }) => (what === 'settings' ? { undo: 'reset-1' } : {}),
      },
      transfer: {
        upload: () => ({ upload: 'upload-1' }),
        last: () => ({ change: this.world.lastChange }),
        undo: () => {
          this.world.lastChange = undefined;
          return { kept: false };
        },
      },
      sound: {
        get: () => ({
          file: this.world.soundFile,
          missing: this.world.settings.sound === 'file' && this.world.soundFile === undefined,
        }),
        choose: ({ name }) => chosen('file', { name, seconds: 1 }),
        remove: () => chosen('default'),
      },
    } satisfies AllAnswers;
  }
}
