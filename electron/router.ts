import { EventPublisher, implement, type AnyRouter } from '@orpc/server';
import { NetworkError } from './api/errors.ts';
import type { Agent, AgentEvents } from './agent/agent.ts';
import { Refusal } from './agent/refusal.ts';
import { startOfToday } from './agent/snooze.ts';
import { normalTag } from './agent/watches.ts';
import type { Clock } from './clock.ts';
import { contract } from './contract.ts';
import type { Desktop } from './desktop/desktop.ts';
import type { ProfileHistory } from './store/history.ts';

/** The agent's events for any number of windows. */
export type Publisher = EventPublisher<AgentEvents>;

/** Makes the publisher that the agent emits to and the router serves. */
export const createPublisher = (): Publisher => new EventPublisher<AgentEvents>();

/** Answers everything the contract promises by asking the agent and the history. */
export function createRouter(parts: { agent: Agent; publisher: Publisher; desktop: Desktop; clock: Clock }): AnyRouter {
  const { agent, publisher, desktop, clock } = parts;

  const answer = implement(contract).use(async ({ next, errors }) => {
    try {
      return await next();
    } catch (error) {
      if (error instanceof Refusal) throw errors.REFUSED({ message: error.message, data: { advice: error.advice } });
      if (error instanceof NetworkError) throw errors.REFUSED({ message: error.message, data: { advice: 'Try again in a minute.' } });
      throw error;
    }
  });

  const profile = (): ProfileHistory => {
    const signedIn = agent.profile();
    if (!signedIn) throw new Refusal('Nobody is signed in.', 'Sign in first.');
    return signedIn;
  };

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
    notices: answer.notices.handler(async function* ({ signal }) {
      yield* publisher.subscribe('notice', signal ? { signal } : {});
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
        await agent.open({ kind: 'inbox', key: input.key });
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
        watches: agent.watches.view(),
        matches: profile()
          .questions.matches(50)
          .map((match) => ({ ...match, createdAt: new Date(match.createdAt), matchedAt: new Date(match.matchedAt) })),
      })),
      add: answer.watches.add.handler(({ input }) => agent.watches.viewOf(agent.watches.add(input.site, input.rule, input.alert, agent.previews.estimated(input.site, input.rule)))),
      change: answer.watches.change.handler(({ input: { id, ...change } }) => agent.watches.viewOf(agent.watches.change(id, change))),
      preview: answer.watches.preview.handler(({ input, signal }) => agent.previews.preview(input.site, input.rule, input.id, signal)),
      remove: answer.watches.remove.handler(({ input }) => {
        agent.watches.remove(input.id);
        return {};
      }),
      openMatch: answer.watches.openMatch.handler(async ({ input }) => {
        const question = { kind: 'question', siteId: input.site, questionId: input.questionId } as const;
        if (input.opened) agent.markRead(question);
        else await agent.open(question);
        return {};
      }),
      completeTag: answer.watches.completeTag.handler(async ({ input }) => {
        const network = agent.network();
        if (!network || input.text.trim() === '') return [];
        // Not called off with the typing: the answer serves the next who asks the same within the minute.
        const page = await network.tags({ site: input.site, inname: normalTag(input.text), pagesize: 20 });
        return page.items.map((tag) => ({ name: tag.name, count: tag.count }));
      }),
      sites: answer.watches.sites.handler(() => agent.watches.sites()),
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
        const preferences = { ...before, ...Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) };
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
