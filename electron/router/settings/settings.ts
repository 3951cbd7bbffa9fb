import { os, type RouterParts } from '../procedures.ts';

/** Handlers of the settings. */
export const settingsHandlers = ({ agent }: RouterParts) => ({
  get: os.settings.get.handler(() => agent.services.preferences.get()),
  change: os.settings.change.handler(({ input }) =>
    agent.services.preferences.change(
      Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)),
    ),
  ),
  testNotification: os.settings.testNotification.handler(async () => {
    await agent.notifier.test();
    return {};
  }),
});
