import { os, type RouterParts } from './procedures.ts';

/** Handlers of watches and their matches. */
export const watchesHandlers = ({
  agent: {
    services: { watches, items },
  },
}: RouterParts) => ({
  list: os.watches.list.handler(async () => ({ watches: await watches.view() })),
  add: os.watches.add.handler(({ input }) => watches.add(input.site, input.rule, input.alert)),
  change: os.watches.change.handler(({ input: { id, ...change } }) => watches.change(id, change)),
  preview: os.watches.preview.handler(({ input }) => watches.preview(input.site, input.rule, input.id)),
  remove: os.watches.remove.handler(({ input }) => watches.remove(input.id)),
  undo: os.watches.undo.handler(({ input }) => {
    watches.undo(input.undo);
    return {};
  }),
  openMatch: os.watches.openMatch.handler(async ({ input }) => {
    const question = { kind: 'question', siteId: input.site, questionId: input.questionId } as const;
    if (input.opened) items.markRead([question]);
    else await items.open(question);
    return {};
  }),
  completeTag: os.watches.completeTag.handler(({ input }) => watches.completeTag(input.site, input.text)),
  readTags: os.watches.readTags.handler(({ input }) => watches.readTags(input.site, input.text)),
  myTags: os.watches.myTags.handler(({ input }) => watches.myTags(input.site)),
  import: os.watches.import.handler(({ input }) => watches.import(input.site, input.tags, input.as, input.alert)),
  importCost: os.watches.importCost.handler(({ input }) => watches.importCost(input.site, input.tags, input.as)),
  topAnswerers: os.watches.topAnswerers.handler(({ input }) =>
    watches.topAnswerers(input.site, input.tag, input.period),
  ),
  sites: os.watches.sites.handler(() => watches.sites()),
});
