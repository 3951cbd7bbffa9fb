import type { AnyRouter } from '@orpc/server';
import { answer, answerInWords, type Parts } from './router/answer.ts';
import { inboxAnswers } from './router/inbox.ts';
import { pollingAnswers } from './router/polling.ts';
import { reputationAnswers } from './router/reputation.ts';
import { sessionAnswers } from './router/session.ts';
import { settingsAnswers } from './router/settings.ts';
import { aboutAnswer, dataAnswers, diagnosticsAnswers } from './router/data.ts';
import { watchesAnswers } from './router/watches.ts';

export { createPublisher } from './router/answer.ts';

/** Answers everything the contract promises by asking the agent and the history. */
export function createRouter(parts: Parts): AnyRouter {
  const { agent, publisher, desktop } = parts;
  return answerInWords(parts).router({
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
    session: sessionAnswers(parts),
    polling: pollingAnswers(parts),
    inbox: inboxAnswers(parts),
    reputation: reputationAnswers(parts),
    watches: watchesAnswers(parts),
    settings: settingsAnswers(parts),
    diagnostics: diagnosticsAnswers(parts),
    data: dataAnswers(parts),
    about: aboutAnswer(parts),
    openExternal: answer.openExternal.handler(async ({ input }) => {
      await desktop.openExternal(input.url);
      return {};
    }),
  });
}
