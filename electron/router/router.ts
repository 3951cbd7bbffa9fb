import type { AnyRouter } from '@orpc/server';
import { showWindow } from '../agent/context.ts';
import { aboutHandler } from './settings/about.ts';
import { dataHandlers } from './settings/data.ts';
import { diagnosticsHandlers } from './settings/diagnostics.ts';
import { firstStepsHandlers } from './first-steps.ts';
import { inboxHandlers } from './inbox.ts';
import { noticesHandlers } from './notices.ts';
import { pollingHandlers } from './polling.ts';
import { localizedOs, os, type RouterParts } from './procedures.ts';
import { reputationHandlers } from './reputation.ts';
import { sessionHandlers } from './session.ts';
import { createWindowEvents, watchState } from './window-events.ts';
import { settingsHandlers } from './settings/settings.ts';
import { transferHandlers } from './settings/transfer.ts';
import { soundHandlers } from './settings/sound.ts';
import { watchesHandlers } from './watches.ts';

/** Creates the router of the contract, one file per topic. It only delegates to the agent and its services. */
export function createRouter(given: Omit<RouterParts, 'events'>): AnyRouter {
  const { agent, desktop } = given;
  const events = createWindowEvents(agent.events);
  const parts: RouterParts = { ...given, events };
  return localizedOs(parts).router({
    state: {
      get: os.state.get.handler(() => agent.state()),
      watch: os.state.watch.handler(async function* ({ signal }) {
        const changes = watchState(events, signal);
        yield agent.state();
        yield* changes;
      }),
    },
    changes: os.changes.handler(async function* ({ signal }) {
      for await (const lists of events.subscribe('lists-changed', signal ? { signal } : {}))
        for (const of of lists) yield { of };
    }),
    navigation: os.navigation.handler(async function* ({ signal }) {
      for await (const view of events.subscribe('navigate', signal ? { signal } : {})) yield { view };
    }),
    notices: noticesHandlers(parts),
    panel: {
      show: os.panel.show.handler(() => {
        agent.services.commands.showPanel();
        return {};
      }),
      hide: os.panel.hide.handler(() => {
        desktop.hidePanel();
        return {};
      }),
      openWindow: os.panel.openWindow.handler(({ input }) => {
        desktop.hidePanel();
        showWindow({ events: agent.events, desktop }, input.view);
        return {};
      }),
    },
    session: sessionHandlers(parts),
    polling: pollingHandlers(parts),
    inbox: inboxHandlers(parts),
    reputation: reputationHandlers(parts),
    watches: watchesHandlers(parts),
    settings: settingsHandlers(parts),
    diagnostics: diagnosticsHandlers(parts),
    data: dataHandlers(parts),
    transfer: transferHandlers(parts),
    firstSteps: firstStepsHandlers(parts),
    sound: soundHandlers(parts),
    about: aboutHandler(parts),
    openExternal: os.openExternal.handler(async ({ input }) => {
      await desktop.openExternal(input.url);
      return {};
    }),
  });
}
