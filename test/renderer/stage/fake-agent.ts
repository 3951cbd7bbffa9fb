import { EventPublisher, ORPCError, implement } from '@orpc/server';
import {
  contract,
  type AppState,
  type InboxEntry,
  type NetworkAccount,
  type NetworkChoice,
  type PageNotice,
  type Watch,
  type VisibleRows,
  type WindowView,
} from '../../../common/contract/contract.ts';
import { previewOf, watchOf, type World } from './fake-agent-data.ts';
import { DEFAULT_PREFERENCES } from '../../../electron/store/settings.ts';
import { FakeInbox } from './fake-inbox.ts';

/** Words for the person, as the agent's typed errors carry them. */
export interface Refusal {
  message: string;
  advice: string;
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
  /** Calls that never answer, by their dotted name. */
  readonly hanging = new Set<string>();
  /** Calls that are answered once this has resolved, by their dotted name. */
  readonly holding = new Map<string, Promise<void>>();
  /** Why nothing can be asked now, and when it can be. */
  syncWaitsFor: { title: string; retryAt?: Date } | undefined;
  readonly inbox = new FakeInbox(() => this.world);
  readonly #told = new EventPublisher<Told>();
  /** The watches as they were before one was removed. */
  readonly #removed = new Map<string, Watch[]>();
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

  async #heard(what: string, input?: unknown): Promise<void> {
    this.calls.push(input === undefined ? { what } : { what, input });
    if (this.hanging.has(what)) await new Promise(() => {});
    await this.holding.get(what);
    const refusal = this.refusing.get(what);
    if (refusal) throw refused(refusal);
  }

  #countUnread(): void {
    this.become({ unread: this.world.inbox.filter((entry) => entry.unread).length });
    this.changed('inbox');
  }

  router() {
    const os = implement(contract);
    const told = this.#told;
    const { visible } = this;
    const state = () => this.world.state;
    const heard = (what: string) => this.#heard(what);
    const done = async (what: string, input: unknown, act: () => void = () => {}) => {
      await this.#heard(what, input);
      act();
      return {};
    };
    const changing = async (what: string, input: unknown, keys: string[], part: (entry: InboxEntry) => InboxEntry) => {
      await this.#heard(what, input);
      const changed = this.inbox.change(keys, part);
      this.#countUnread();
      return changed;
    };
    const signIn = (choice: NetworkChoice) =>
      this.become({
        phase: 'signing-in',
        network: {
          kind: choice.kind,
          name: choice.kind === 'other' ? choice.name : choice.kind,
          clientId: ('clientId' in choice ? choice.clientId : undefined) ?? '1',
        },
        signIn: { means: 'paste', dialogUrl: 'http://127.0.0.1:9/oauth/dialog/?client_id=1' },
      });
    return os.router({
      state: {
        get: os.state.get.handler(() => state()),
        watch: os.state.watch.handler(async function* ({ signal }) {
          const changes = told.subscribe('state', { signal });
          yield state();
          yield* changes;
        }),
      },
      changes: os.changes.handler(async function* ({ signal }) {
        yield* told.subscribe('change', { signal });
      }),
      notices: {
        watch: os.notices.watch.handler(async function* ({ signal }) {
          yield* told.subscribe('notices', { signal });
        }),
        act: os.notices.act.handler(({ input }) => done('notices.act', input)),
        showWaiting: os.notices.showWaiting.handler(() =>
          done('notices.showWaiting', undefined, () => this.become({ waiting: undefined })),
        ),
        visible: os.notices.visible.handler(async function* ({ input, signal }) {
          visible.add(input);
          try {
            yield {};
            await new Promise((resolve) => signal?.addEventListener('abort', resolve));
          } finally {
            visible.delete(input);
          }
        }),
      },
      navigation: os.navigation.handler(async function* ({ signal }) {
        yield* told.subscribe('navigation', { signal });
      }),
      panel: {
        show: os.panel.show.handler(() => done('panel.show', undefined)),
        hide: os.panel.hide.handler(() => done('panel.hide', undefined)),
        openWindow: os.panel.openWindow.handler(({ input }) => done('panel.openWindow', input)),
      },
      session: {
        signIn: os.session.signIn.handler(({ input }) => done('session.signIn', input, () => signIn(input))),
        signInAgain: os.session.signInAgain.handler(({ input }) => done('session.signInAgain', input)),
        askForAchievements: os.session.askForAchievements.handler(({ input }) =>
          done('session.askForAchievements', input),
        ),
        paste: os.session.paste.handler(({ input }) =>
          done('session.paste', input, () => this.become({ phase: 'running' })),
        ),
        takeFromClipboard: os.session.takeFromClipboard.handler(async () => {
          await this.#heard('session.takeFromClipboard');
          return { taken: false };
        }),
        tryAnotherWay: os.session.tryAnotherWay.handler(() => done('session.tryAnotherWay', undefined)),
        changeKey: os.session.changeKey.handler(({ input }) => done('session.changeKey', input)),
        cancelSignIn: os.session.cancelSignIn.handler(() =>
          done('session.cancelSignIn', undefined, () => this.become({ phase: 'welcome' })),
        ),
        signOutOtherBrowsers: os.session.signOutOtherBrowsers.handler(async () => {
          await this.#heard('session.signOutOtherBrowsers');
          return { count: 1 };
        }),
        signOut: os.session.signOut.handler(async ({ input }) => {
          await this.#heard('session.signOut', input);
          const { accounts } = this.world.state;
          this.become({
            phase: 'welcome',
            accounts: [],
            signedOut: accounts.map(({ id, network, person }) => ({ id, network, person })),
          });
          return { ended: true };
        }),
      },
      polling: {
        syncNow: os.polling.syncNow.handler(async ({ input }) => {
          await done('polling.syncNow', input);
          return { waiting: this.syncWaitsFor };
        }),
        pause: os.polling.pause.handler(() => done('polling.pause', undefined, () => this.become({ paused: true }))),
        resume: os.polling.resume.handler(() =>
          done('polling.resume', undefined, () => this.become({ paused: false })),
        ),
        snooze: os.polling.snooze.handler(({ input }) =>
          done('polling.snooze', input, () => this.become({ snoozedUntil: new Date(Date.now() + 1_800_000) })),
        ),
        endSnooze: os.polling.endSnooze.handler(() =>
          done('polling.endSnooze', undefined, () => {
            const { snoozedUntil: _ended, ...rest } = this.world.state;
            this.world.state = rest;
            this.become({});
          }),
        ),
      },
      inbox: {
        list: os.inbox.list.handler(async ({ input }) => {
          await this.#heard('inbox.list', input);
          return this.inbox.list(input.filter, input.limit, input.before, input.after);
        }),
        counts: os.inbox.counts.handler(async ({ input }) => {
          await this.#heard('inbox.counts', input);
          return this.inbox.counts(input.filter);
        }),
        savedFilter: os.inbox.savedFilter.handler(() => this.inbox.kept),
        saveFilter: os.inbox.saveFilter.handler(({ input }) =>
          done('inbox.saveFilter', input, () => (this.inbox.kept = input)),
        ),
        setRead: os.inbox.setRead.handler(({ input }) =>
          changing('inbox.setRead', input, input.keys, (entry) => ({ ...entry, unread: !input.read })),
        ),
        markAllRead: os.inbox.markAllRead.handler(({ input }) => {
          const all = this.inbox.list({ ...input?.filter, unread: true }, Infinity).entries.map((entry) => entry.key);
          return changing('inbox.markAllRead', input, all, (entry) => ({ ...entry, unread: false }));
        }),
        snooze: os.inbox.snooze.handler(async ({ input }) => {
          const until = new Date(Date.now() + 3 * 3600_000);
          return {
            ...(await changing('inbox.snooze', input, input.keys, (entry) => ({
              ...entry,
              unread: false,
              snoozedUntil: until,
            }))),
            until,
          };
        }),
        unsnooze: os.inbox.unsnooze.handler(({ input }) =>
          changing('inbox.unsnooze', input, input.keys, ({ snoozedUntil: _over, ...entry }) => entry),
        ),
        mute: os.inbox.mute.handler(({ input }) => {
          this.inbox.mute(input.key, input.muted);
          const keys = this.inbox.keysOfQuestion(input.key);
          return changing('inbox.mute', input, keys, (entry) => ({ ...entry, muted: input.muted }));
        }),
        mutes: os.inbox.mutes.handler(() => this.inbox.muted),
        unmute: os.inbox.unmute.handler(({ input }) => {
          this.inbox.muted = this.inbox.muted.filter((mute) => mute.questionId !== input.questionId);
          return changing('inbox.unmute', input, [`item-${input.questionId}`], (entry) => ({ ...entry, muted: false }));
        }),
        undo: os.inbox.undo.handler(({ input }) =>
          done('inbox.undo', input, () => {
            this.inbox.undo(input.undo);
            this.#countUnread();
          }),
        ),
        open: os.inbox.open.handler(({ input }) =>
          done('inbox.open', input, () => {
            this.inbox.change([input.key, ...(input.others ?? [])], (entry) => ({ ...entry, unread: false }));
            this.#countUnread();
          }),
        ),
        read: os.inbox.read.handler(async ({ input }) => {
          await this.#heard('inbox.read', input);
          return this.inbox.read(input.key, input.part);
        }),
        accept: os.inbox.accept.handler(async ({ input }) => {
          await this.#heard('inbox.accept', input);
          return this.inbox.accept(input.key, input.undo);
        }),
        askToWrite: os.inbox.askToWrite.handler(({ input }) => done('inbox.askToWrite', input)),
      },
      reputation: {
        list: os.reputation.list.handler(async () => {
          await this.#heard('reputation.list');
          return { accounts: this.world.accounts, today: this.world.today, reading: this.world.reading };
        }),
        changes: os.reputation.changes.handler(async ({ input }) => {
          await this.#heard('reputation.changes', input);
          const all = this.world.reputation.filter(({ site }) => input.site === undefined || site.id === input.site);
          const from = all.findIndex(({ id }) => id === input.before?.id) + 1;
          return { entries: all.slice(from, from + input.limit), hasMore: all.length > from + input.limit };
        }),
        series: os.reputation.series.handler(async ({ input }) => {
          await this.#heard('reputation.series', input);
          return this.world.series(input);
        }),
        opened: os.reputation.opened.handler(({ input }) => done('reputation.opened', input)),
        siteProfile: os.reputation.siteProfile.handler(async ({ input }) => {
          await this.#heard('reputation.siteProfile', input);
          const account = this.world.accounts.find(({ site }) => site.id === input.site);
          if (!account) throw refused({ message: 'You have no account on this site.', advice: 'Choose another site.' });
          return { site: account.site, reputation: account.reputation, ...this.world.siteProfile };
        }),
      },
      watches: {
        list: os.watches.list.handler(async () => {
          await this.#heard('watches.list');
          return { watches: this.world.watches };
        }),
        add: os.watches.add.handler(async ({ input }) => {
          await this.#heard('watches.add', input);
          const site = this.world.sites.find((choice) => choice.id === input.site);
          const watch = watchOf(
            `w${this.world.watches.length + 1}-new`,
            { id: input.site, name: site?.name ?? input.site },
            input.rule,
            { alert: input.alert },
          );
          this.world.watches = [...this.world.watches, watch];
          return watch;
        }),
        change: os.watches.change.handler(async ({ input }) => {
          await this.#heard('watches.change', input);
          const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
          this.world.watches = this.world.watches.map((watch) =>
            watch.id === input.id ? { ...watch, ...given } : watch,
          );
          const changed = this.world.watches.find((watch) => watch.id === input.id);
          if (!changed) throw refused({ message: 'This watch no longer exists.', advice: 'Add it again.' });
          return changed;
        }),
        preview: os.watches.preview.handler(async ({ input }) => {
          await this.#heard('watches.preview', input);
          return this.world.preview;
        }),
        remove: os.watches.remove.handler(async ({ input }) => {
          await this.#heard('watches.remove', input);
          const before = this.world.watches;
          this.world.watches = before.filter((watch) => watch.id !== input.id);
          this.#removed.set(`remove-${input.id}`, before);
          return { undo: `remove-${input.id}` };
        }),
        undo: os.watches.undo.handler(({ input }) =>
          done('watches.undo', input, () => {
            this.world.watches = this.#removed.get(input.undo) ?? this.world.watches;
          }),
        ),
        openMatch: os.watches.openMatch.handler(({ input }) => done('watches.openMatch', input)),
        completeTag: os.watches.completeTag.handler(async ({ input }) => {
          await this.#heard('watches.completeTag', input);
          return (this.world.tags[input.site] ?? []).filter((tag) => tag.name.includes(input.text));
        }),
        readTags: os.watches.readTags.handler(async ({ input }) => {
          await this.#heard('watches.readTags', input);
          const known = this.world.tags[input.site] ?? [];
          const names = input.text.split(/[\s,;]+/).filter(Boolean);
          return {
            tags: names.map((name) => ({
              name,
              state: name.includes('*')
                ? 'pattern'
                : this.world.asking
                  ? 'unchecked'
                  : known.some((tag) => tag.name === name)
                    ? 'known'
                    : 'unknown',
              count: known.find((tag) => tag.name === name)?.count,
            })),
            leftOut: 0,
            trouble: this.world.asking,
          };
        }),
        myTags: os.watches.myTags.handler(async ({ input }) => {
          await this.#heard('watches.myTags', input);
          return this.world.asking
            ? { account: true, tags: [], from: 'tags', trouble: this.world.asking }
            : {
                account: this.world.accounts.some(({ site }) => site.id === input.site),
                tags: this.world.tags[input.site] ?? [],
                from: 'tags',
              };
        }),
        importCost: os.watches.importCost.handler(async ({ input }) => {
          await this.#heard('watches.importCost', input);
          const sharing = this.world.watches.filter(({ site }) => site.id === input.site).map(({ rule }) => rule);
          return {
            watches: input.as === 'one' ? 1 : input.tags.length,
            already: 0,
            cost: { requestsPerDay: 0, sharedWith: sharing.length, sharedRules: sharing.slice(0, 2) },
          };
        }),
        import: os.watches.import.handler(async ({ input }) => {
          await this.#heard('watches.import', input);
          const rules = input.as === 'one' ? [input.tags] : input.tags.map((tag) => [tag]);
          const site = this.world.sites.find((choice) => choice.id === input.site);
          this.world.watches = [
            ...this.world.watches,
            ...rules.map((anyTags, index) =>
              watchOf(
                `w${this.world.watches.length + index + 1}-in`,
                { id: input.site, name: site?.name ?? input.site },
                { anyTags },
                { alert: input.alert },
              ),
            ),
          ];
          return { added: rules.length, already: 0 };
        }),
        topAnswerers: os.watches.topAnswerers.handler(async ({ input }) => {
          await this.#heard('watches.topAnswerers', input);
          return {
            tag: input.tag,
            period: input.period,
            people: this.world.asking ? [] : this.world.topAnswerers[input.period],
            trouble: this.world.asking,
          };
        }),
        sites: os.watches.sites.handler(async () => {
          await this.#heard('watches.sites');
          return this.world.sites;
        }),
      },
      settings: {
        get: os.settings.get.handler(async () => {
          await this.#heard('settings.get');
          return this.world.settings;
        }),
        change: os.settings.change.handler(async ({ input }) => {
          await this.#heard('settings.change', input);
          const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
          this.world.settings = { ...this.world.settings, ...given };
          return this.world.settings;
        }),
        testNotification: os.settings.testNotification.handler(() => done('settings.testNotification', undefined)),
      },
      diagnostics: {
        report: os.diagnostics.report.handler(async () => {
          await this.#heard('diagnostics.report');
          return { text: `Askbell ${state().version}` };
        }),
        examine: os.diagnostics.examine.handler(async () => {
          await this.#heard('diagnostics.examine');
          return {
            status: 'wrong' as const,
            summary: '1 problem found.',
            checks: [
              {
                name: 'network',
                status: 'ok' as const,
                statusName: 'OK',
                title: 'Network (Demo)',
                said: 'It answered.',
              },
              {
                name: 'disk',
                status: 'wrong' as const,
                statusName: 'Problem',
                title: 'Disk',
                said: 'The disk with the data folder is full: 0 MB is free.',
                advice: 'Make room.',
              },
            ],
            text: 'Askbell, checked',
          };
        }),
        openLogs: os.diagnostics.openLogs.handler(() => done('diagnostics.openLogs', undefined)),
        reset: os.diagnostics.reset.handler(async ({ input }) => {
          await this.#heard('diagnostics.reset', input);
          return input.what === 'settings' ? { undo: 'reset-1' } : {};
        }),
      },
      data: {
        size: os.data.size.handler(() => ({ bytes: 4_100_000 })),
        export: os.data.export.handler(async function* () {
          await heard('data.export');
          const fileName = 'askbell-2026-06-01.json';
          yield { fileName, text: '{"askbell"', share: 0.4 };
          yield { fileName, text: ':1}', share: 1 };
        }),
        import: os.data.import.handler(async ({ input }) => {
          await this.#heard('data.import', input);
          return {
            added: { inbox: 4, reputation: 3, questions: 2, watches: 1 },
            settings: true,
            waiting: [],
            undo: 'import-1',
          };
        }),
      },
      firstSteps: {
        get: os.firstSteps.get.handler(() => ({ wanted: this.world.firstTags !== undefined })),
        tags: os.firstSteps.tags.handler(async () => {
          await this.#heard('firstSteps.tags');
          return { ready: true, sites: this.world.firstTags ?? [] };
        }),
        finish: os.firstSteps.finish.handler(() =>
          done('firstSteps.finish', undefined, () => (this.world.firstTags = undefined)),
        ),
      },
      sound: {
        get: os.sound.get.handler(() => ({
          file: this.world.soundFile,
          missing: this.world.settings.sound === 'file' && this.world.soundFile === undefined,
        })),
        choose: os.sound.choose.handler(({ input }) =>
          done('sound.choose', input, () => {
            this.world.soundFile = { name: input.name, seconds: 1 };
            this.world.settings = { ...this.world.settings, sound: 'file' };
            this.changed('settings');
          }),
        ),
        remove: os.sound.remove.handler(() =>
          done('sound.remove', undefined, () => {
            this.world.soundFile = undefined;
            this.world.settings = { ...this.world.settings, sound: 'default' };
            this.changed('settings');
          }),
        ),
      },
      transfer: {
        upload: os.transfer.upload.handler(async ({ input }) => {
          await this.#heard('transfer.upload', input);
          return { upload: 'upload-1' };
        }),
        discard: os.transfer.discard.handler(({ input }) => done('transfer.discard', input)),
        previewImport: os.transfer.previewImport.handler(async ({ input }) => {
          await this.#heard('transfer.previewImport', input);
          return this.world.importPreview ?? previewOf(this.world.settings);
        }),
        previewReset: os.transfer.previewReset.handler(() => ({
          before: this.world.settings,
          after: DEFAULT_PREFERENCES,
        })),
        last: os.transfer.last.handler(() => ({ change: this.world.lastChange })),
        undo: os.transfer.undo.handler(async ({ input }) => {
          await this.#heard('transfer.undo', input);
          this.world.lastChange = undefined;
          return { kept: false };
        }),
      },
      about: os.about.handler(() => ({
        version: state().version,
        licence: 'MIT',
        thirdParties: [{ name: 'zod', version: '4.0.0', licence: 'MIT' }],
      })),
      openExternal: os.openExternal.handler(({ input }) => done('openExternal', input)),
    });
  }
}
