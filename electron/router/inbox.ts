import { os, type RouterParts } from './procedures.ts';

/** The inbox: lists, marks, snoozing and muting, reading, accepting. */
export const inboxHandlers = ({ agent }: RouterParts) => ({
  list: os.inbox.list.handler(({ input }) => agent.inbox.list(input.filter, input.limit, input.before)),
  counts: os.inbox.counts.handler(({ input }) => agent.inbox.counts(input.filter)),
  savedFilter: os.inbox.savedFilter.handler(() => agent.inbox.savedFilter()),
  saveFilter: os.inbox.saveFilter.handler(({ input }) => {
    agent.inbox.saveFilter(input);
    return {};
  }),
  setRead: os.inbox.setRead.handler(({ input }) => agent.inboxChanges.setRead(input.keys, input.read)),
  markAllRead: os.inbox.markAllRead.handler(({ input }) =>
    agent.inboxChanges.markAllRead(input?.filter, input?.counted),
  ),
  snooze: os.inbox.snooze.handler(({ input }) => agent.inboxChanges.snooze(input.keys, input.until)),
  unsnooze: os.inbox.unsnooze.handler(({ input }) => agent.inboxChanges.unsnooze(input.keys)),
  mute: os.inbox.mute.handler(({ input }) => agent.inboxChanges.mute(input.key, input.muted)),
  mutes: os.inbox.mutes.handler(() => agent.inbox.mutes()),
  unmute: os.inbox.unmute.handler(({ input }) => agent.inboxChanges.unmute(input.site, input.questionId)),
  undo: os.inbox.undo.handler(({ input }) => {
    agent.inboxChanges.undo(input.undo);
    return {};
  }),
  open: os.inbox.open.handler(async ({ input }) => {
    const item = { kind: 'inbox', key: input.key } as const;
    if (input.opened) agent.items.markRead(item);
    else await agent.items.open(item);
    return {};
  }),
  read: os.inbox.read.handler(({ input }) => agent.inbox.read(input.key, input.part)),
  accept: os.inbox.accept.handler(({ input }) => agent.inbox.accept(input.key, input.undo)),
  askToWrite: os.inbox.askToWrite.handler(async ({ input }) => {
    const { account } = agent.inbox.item(input.key);
    await agent.session.signInAgain(account.id, { mayWrite: true });
    return {};
  }),
});
