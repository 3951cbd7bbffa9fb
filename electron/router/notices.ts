import { once } from 'node:events';
import { os, type RouterParts } from './procedures.ts';

/** Handlers of notifications shown by pages, and of visible rows. */
export const noticesHandlers = ({ agent, events }: RouterParts) => ({
  watch: os.notices.watch.handler(async function* ({ signal }) {
    yield* events.subscribe('notice', signal ? { signal } : {});
  }),
  act: os.notices.act.handler(async ({ input: { id, action } }) => {
    await agent.services.items.onNotification(id, action);
    return {};
  }),
  showWaiting: os.notices.showWaiting.handler(async () => {
    await agent.announcements.showNow();
    return {};
  }),
  visible: os.notices.visible.handler(async function* ({ input, signal }) {
    const end = agent.visible.add(input);
    try {
      yield {};
      // The subscription ends with the page.
      if (signal?.aborted === false) await once(signal, 'abort');
    } finally {
      end();
    }
  }),
});
