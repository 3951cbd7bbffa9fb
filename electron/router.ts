import { randomUUID } from 'node:crypto';
import { EventPublisher, implement, type AnyRouter } from '@orpc/server';
import { NetworkError } from './api/errors.ts';
import type { Agent, AgentEvents } from './agent/agent.ts';
import { SignInFailed } from './agent/session.ts';
import { startOfToday } from './agent/snooze.ts';
import { normalTag } from './agent/watches.ts';
import type { Clock } from './clock.ts';
import { contract, type SiteChoice } from './contract.ts';
import type { Desktop } from './desktop/desktop.ts';
import type { History, ProfileHistory } from './store/history.ts';
import type { StoredWatch } from './store/settings.ts';

/** The agent's events for any number of windows. */
export type Publisher = EventPublisher<AgentEvents>;

/** Makes the publisher that the agent emits to and the router serves. */
export const createPublisher = (): Publisher => new EventPublisher<AgentEvents>();

/** Something the person asked for that cannot be done; becomes the contract's `REFUSED`. */
class Refusal extends Error {
  readonly advice: string;
  constructor(message: string, advice: string) {
    super(message);
    this.advice = advice;
  }
}

/** Answers everything the contract promises by asking the agent and the history. */
export function createRouter(parts: { agent: Agent; publisher: Publisher; history: History; desktop: Desktop; clock: Clock }): AnyRouter {
  const { agent, publisher, history, desktop, clock } = parts;

  const answer = implement(contract).use(async ({ next, errors }) => {
    try {
      return await next();
    } catch (error) {
      if (error instanceof Refusal || error instanceof SignInFailed) throw errors.REFUSED({ message: error.message, data: { advice: error.advice } });
      if (error instanceof NetworkError) throw errors.REFUSED({ message: error.message, data: { advice: 'Try again in a minute.' } });
      throw error;
    }
  });

  const profile = (): ProfileHistory => {
    const signedIn = agent.profile();
    if (!signedIn) throw new Refusal('Nobody is signed in.', 'Sign in first.');
    return signedIn;
  };
  const networkId = () => profile().profile.network;
  const watches = (): StoredWatch[] => agent.settings.get().watches.filter((watch) => watch.networkId === networkId());
  const shown = (watch: StoredWatch) => ({ id: watch.id, site: { id: watch.siteId, name: watch.siteName }, tag: watch.tag, notify: watch.notify });

  function sites(): SiteChoice[] {
    const mine = new Set(profile().reputation.accounts().map((account) => account.site.id));
    const known = history.sites(networkId()).map((site) => ({ id: site.id, name: site.name, iconUrl: site.iconUrl, mine: mine.has(site.id) }));
    return known.toSorted((a, b) => Number(b.mine) - Number(a.mine));
  }

  return answer.router({
    state: {
      get: answer.state.get.handler(() => agent.state()),
      watch: answer.state.watch.handler(async function* ({ signal }) {
        const changes = publisher.subscribe('state', signal ? { signal } : {});
        yield agent.state();
        yield* changes;
      }),
    },
    changes: answer.changes.handler(async function* ({ signal }) {
      for await (const of of publisher.subscribe('changed', signal ? { signal } : {})) yield { of };
    }),
    navigation: answer.navigation.handler(async function* ({ signal }) {
      for await (const view of publisher.subscribe('navigate', signal ? { signal } : {})) yield { view };
    }),
    session: {
      signIn: answer.session.signIn.handler(async ({ input }) => {
        await agent.session.signIn(input);
        return {};
      }),
      signInAgain: answer.session.signInAgain.handler(async () => {
        await agent.session.signInAgain();
        return {};
      }),
      paste: answer.session.paste.handler(({ input }) => {
        agent.session.paste(input.text);
        return {};
      }),
      cancelSignIn: answer.session.cancelSignIn.handler(() => {
        agent.session.cancelSignIn();
        return {};
      }),
      signOut: answer.session.signOut.handler(async () => {
        await agent.session.signOut();
        return {};
      }),
    },
    polling: {
      syncNow: answer.polling.syncNow.handler(() => {
        agent.syncNow();
        return {};
      }),
      pause: answer.polling.pause.handler(() => {
        agent.pause();
        return {};
      }),
      resume: answer.polling.resume.handler(() => {
        agent.resume();
        return {};
      }),
      snooze: answer.polling.snooze.handler(({ input }) => {
        agent.snooze(input.for);
        return {};
      }),
      endSnooze: answer.polling.endSnooze.handler(async () => {
        await agent.endSnooze();
        return {};
      }),
    },
    inbox: {
      list: answer.inbox.list.handler(({ input }) => {
        const items = profile().inbox.list(input.limit + 1, input.before && { createdAt: input.before.createdAt.getTime(), key: input.before.key });
        return {
          hasMore: items.length > input.limit,
          entries: items.slice(0, input.limit).map((item) => ({ ...item, createdAt: new Date(item.createdAt) })),
        };
      }),
      setRead: answer.inbox.setRead.handler(({ input }) => {
        agent.setRead(input.keys, input.read);
        return {};
      }),
      markAllRead: answer.inbox.markAllRead.handler(() => {
        agent.markAllRead();
        return {};
      }),
      open: answer.inbox.open.handler(async ({ input }) => {
        await agent.openItem(`inbox:${input.key}`);
        return {};
      }),
    },
    reputation: {
      list: answer.reputation.list.handler(({ input }) => {
        const today = profile().reputation.changeSince(startOfToday(clock.now()));
        return {
          accounts: profile()
            .reputation.accounts()
            .map((account) => ({ site: account.site, reputation: account.reputation, today: today.get(account.site.id) ?? 0 })),
          entries: profile()
            .reputation.list(input.limit)
            .map((event) => ({ ...event, onDate: new Date(event.onDate) })),
        };
      }),
    },
    watches: {
      list: answer.watches.list.handler(() => ({
        watches: watches().map(shown),
        matches: profile()
          .questions.matches(50)
          .map((match) => ({ ...match, createdAt: new Date(match.createdAt) })),
      })),
      add: answer.watches.add.handler(({ input }) => {
        const tag = normalTag(input.tag);
        const site = sites().find((candidate) => candidate.id === input.site);
        if (!site) throw new Refusal('This network has no such site.', 'Choose a site from the list.');
        if (watches().some((watch) => watch.siteId === site.id && watch.tag === tag)) {
          throw new Refusal(`You watch ${tag} on ${site.name} already.`, 'Choose another tag.');
        }
        const watch: StoredWatch = { id: randomUUID(), networkId: networkId(), siteId: site.id, siteName: site.name, tag, notify: input.notify };
        agent.settings.change({ watches: [...agent.settings.get().watches, watch] });
        agent.watchesChanged();
        return shown(watch);
      }),
      setNotify: answer.watches.setNotify.handler(({ input }) => {
        agent.settings.change({ watches: agent.settings.get().watches.map((watch) => (watch.id === input.id ? { ...watch, notify: input.notify } : watch)) });
        agent.watchesChanged();
        return {};
      }),
      remove: answer.watches.remove.handler(({ input }) => {
        const gone = watches().find((watch) => watch.id === input.id);
        if (!gone) return {};
        agent.settings.change({ watches: agent.settings.get().watches.filter((watch) => watch.id !== input.id) });
        profile().questions.forgetWatch(gone.id, clock.now());
        agent.watchesChanged(watches().some((watch) => watch.siteId === gone.siteId) ? undefined : gone.siteId);
        return {};
      }),
      openMatch: answer.watches.openMatch.handler(async ({ input }) => {
        await agent.openItem(`question:${input.questionId}:${input.site}`);
        return {};
      }),
      completeTag: answer.watches.completeTag.handler(async ({ input, signal }) => {
        const network = agent.network();
        if (!network || input.text.trim() === '') return [];
        const page = await network.tags({ site: input.site, inname: normalTag(input.text), pagesize: 20 }, signal ? { signal } : {});
        return page.items.map((tag) => ({ name: tag.name, count: tag.count }));
      }),
      sites: answer.watches.sites.handler(() => sites()),
    },
    settings: {
      get: answer.settings.get.handler(() => agent.settings.get().preferences),
      change: answer.settings.change.handler(async ({ input }) => {
        const before = agent.settings.get().preferences;
        if (input.startAtLogin !== undefined && input.startAtLogin !== before.startAtLogin) {
          await desktop.setStartAtLogin(input.startAtLogin).catch((error: unknown) => {
            throw new Refusal('Start at login could not be changed.', error instanceof Error ? error.message : String(error));
          });
        }
        const preferences = { ...before, ...Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) } as typeof before;
        agent.settings.change({ preferences });
        agent.settingsChanged();
        return preferences;
      }),
      testNotification: answer.settings.testNotification.handler(async () => {
        await agent.testNotification().catch((error: unknown) => {
          throw new Refusal('The system refused the notification.', error instanceof Error ? error.message : String(error));
        });
        return {};
      }),
    },
    openExternal: answer.openExternal.handler(async ({ input }) => {
      await desktop.openExternal(input.url);
      return {};
    }),
  });
}
