import { os, type RouterParts } from './procedures.ts';

/** Handlers of the inbox: lists, marks, snoozing and muting, reading, accepting. */
export const inboxHandlers = ({ agent }: RouterParts) => ({
  list: os.inbox.list.handler(({ input, signal }) => agent.services.inbox.list(input.filter, input, signal)),
  counts: os.inbox.counts.handler(({ input, signal }) => agent.services.inbox.counts(input.filter, signal)),
  savedFilter: os.inbox.savedFilter.handler(() => agent.services.inbox.savedFilter()),
  saveFilter: os.inbox.saveFilter.handler(({ input }) => {
    agent.services.inbox.saveFilter(input);
    return {};
  }),
  setRead: os.inbox.setRead.handler(({ input }) => agent.services.inboxChanges.setRead(input.keys, input.read)),
  markAllRead: os.inbox.markAllRead.handler(({ input }) => agent.services.inboxChanges.markAllRead(input?.filter)),
  snooze: os.inbox.snooze.handler(({ input }) => agent.services.inboxChanges.snooze(input.keys, input.until)),
  unsnooze: os.inbox.unsnooze.handler(({ input }) => agent.services.inboxChanges.unsnooze(input.keys)),
  mute: os.inbox.mute.handler(({ input }) => agent.services.inboxChanges.mute(input.key, input.muted)),
  mutes: os.inbox.mutes.handler(() => agent.services.inbox.mutes()),
  unmute: os.inbox.unmute.handler(({ input }) => agent.services.inboxChanges.unmute(input.site, input.questionId)),
  undo: os.inbox.undo.handler(async ({ input }) => {
    await agent.services.inboxChanges.undo(input.undo);
    return {};
  }),
  open: os.inbox.open.handler(async ({ input }) => {
    const [item, ...others] = [input.key, ...(input.others ?? [])].map((key) => ({ kind: 'inbox', key }) as const);
    if (item && !input.opened) await agent.services.items.open(item);
    agent.services.items.markRead(input.opened && item ? [item, ...others] : others);
    return {};
  }),
  read: os.inbox.read.handler(({ input }) => agent.services.inbox.read(input.key, input.part)),
  accept: os.inbox.accept.handler(({ input }) => agent.services.inbox.accept(input.key, input.undo)),
  askToWrite: os.inbox.askToWrite.handler(async ({ input }) => {
    const { account } = agent.services.inbox.item(input.key);
    await agent.session.signInAgain(account.id, { mayWrite: true });
    return {};
  }),
});
