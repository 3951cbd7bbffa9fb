import { localizeCondition } from '../agent/domain/conditions.ts';
import { os, type RouterParts } from './procedures.ts';

/** Pausing, resuming, polling at once, snoozing notifications. */
export const pollingHandlers = ({ agent }: RouterParts) => ({
  syncNow: os.polling.syncNow.handler(() => {
    const { asked, later, waiting } = agent.commands.syncNow();
    if (!waiting) return { asked, later: later.map(({ what, at }) => ({ what, at: new Date(at) })) };
    const { title, retryAt } = localizeCondition(waiting, agent.locale());
    const isKnown = retryAt !== undefined && Number.isFinite(retryAt);
    return { waiting: { title, ...(isKnown && { retryAt: new Date(retryAt) }) } };
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
