import { os, type RouterParts } from './procedures.ts';

/** Handlers of polling: pause, resume, poll now, snooze notifications. */
export const pollingHandlers = ({ agent }: RouterParts) => ({
  syncNow: os.polling.syncNow.handler(({ input }) => agent.services.commands.syncAndTell(input)),
  pause: os.polling.pause.handler(() => {
    agent.services.commands.pause();
    return {};
  }),
  resume: os.polling.resume.handler(() => {
    agent.services.commands.resume();
    return {};
  }),
  snooze: os.polling.snooze.handler(({ input }) => {
    agent.services.commands.snooze(input.for);
    return {};
  }),
  endSnooze: os.polling.endSnooze.handler(async () => {
    await agent.services.commands.endSnooze();
    return {};
  }),
});
