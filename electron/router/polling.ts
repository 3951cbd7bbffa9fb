import { os, type RouterParts } from './procedures.ts';

/** Pausing, resuming, polling at once, snoozing notifications. */
export const pollingHandlers = ({ agent }: RouterParts) => ({
  syncNow: os.polling.syncNow.handler(() => {
    agent.commands.syncNow();
    return {};
  }),
  pause: os.polling.pause.handler(() => {
    agent.commands.pause();
    return {};
  }),
  resume: os.polling.resume.handler(() => {
    agent.commands.resume();
    return {};
  }),
  snooze: os.polling.snooze.handler(({ input }) => {
    agent.commands.snooze(input.for);
    return {};
  }),
  endSnooze: os.polling.endSnooze.handler(async () => {
    await agent.commands.endSnooze();
    return {};
  }),
});
