import { answer, type Parts } from './answer.ts';

/** Stopping, going on, looking now. */
export const pollingAnswers = ({ agent }: Parts) => ({
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
});
