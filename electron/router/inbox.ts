import { accountsOf, answer, type Parts } from './answer.ts';

/** The inbox: lists, marks, putting off and muting, reading, accepting. */
export const inboxAnswers = ({ agent }: Parts) => ({
  list: answer.inbox.list.handler(({ input }) => {
    accountsOf(agent);
    return agent.inbox.list(input.filter, input.limit, input.before);
  }),
  counts: answer.inbox.counts.handler(({ input }) => {
    accountsOf(agent);
    return agent.inbox.counts(input.filter);
  }),
  keptFilter: answer.inbox.keptFilter.handler(() => agent.inbox.keptFilter()),
  keepFilter: answer.inbox.keepFilter.handler(({ input }) => {
    agent.inbox.keepFilter(input);
    return {};
  }),
  setRead: answer.inbox.setRead.handler(({ input }) => agent.inbox.setRead(input.keys, input.read)),
  markAllRead: answer.inbox.markAllRead.handler(({ input }) => agent.inbox.markAllRead(input?.filter)),
  snooze: answer.inbox.snooze.handler(({ input }) => agent.inbox.snooze(input.keys, input.until)),
  unsnooze: answer.inbox.unsnooze.handler(({ input }) => agent.inbox.unsnooze(input.keys)),
  mute: answer.inbox.mute.handler(({ input }) => agent.inbox.mute(input.key, input.muted)),
  mutes: answer.inbox.mutes.handler(() => agent.inbox.mutes()),
  unmute: answer.inbox.unmute.handler(({ input }) => agent.inbox.unmute(input.site, input.questionId)),
  undo: answer.inbox.undo.handler(({ input }) => {
    agent.inbox.undo(input.undo);
    return {};
  }),
  open: answer.inbox.open.handler(async ({ input }) => {
    const named = { kind: 'inbox', key: input.key } as const;
    if (input.opened) agent.markRead(named);
    else await agent.open(named);
    return {};
  }),
  read: answer.inbox.read.handler(({ input, signal }) => agent.inbox.read(input.key, input.part, signal)),
  accept: answer.inbox.accept.handler(({ input }) => agent.inbox.accept(input.key, input.undo)),
  askToWrite: answer.inbox.askToWrite.handler(async ({ input }) => {
    await agent.session.signInAgain(agent.inbox.accountOf(input.key), { mayWrite: true });
    return {};
  }),
});
