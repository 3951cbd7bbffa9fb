import type { Account } from '../agent/accounts/account.ts';
import { myTags, readTags } from '../agent/watches/tag-import.ts';
import { topAnswerers } from '../agent/watches/top-answerers.ts';
import { importTags } from '../agent/watches/watch-import.ts';
import { normalTag } from '../agent/watches/rule.ts';
import { answer, type Parts } from './answer.ts';

/** Watches and what they found. */
export const watchesAnswers = ({ agent }: Parts) => ({
  list: answer.watches.list.handler(() => ({
    watches: agent.watches.view(),
    matches: agent.watches
      .matches(50)
      .map((match) => ({ ...match, createdAt: new Date(match.createdAt), matchedAt: new Date(match.matchedAt) })),
  })),
  add: answer.watches.add.handler(({ input }) => agent.watches.add(input.site, input.rule, input.alert)),
  change: answer.watches.change.handler(({ input: { id, ...change } }) => agent.watches.change(id, change)),
  preview: answer.watches.preview.handler(({ input, signal }) =>
    agent.watches.preview(input.site, input.rule, input.id, signal),
  ),
  remove: answer.watches.remove.handler(({ input }) => agent.watches.remove(input.id)),
  undo: answer.watches.undo.handler(({ input }) => {
    agent.watches.undo(input.undo);
    return {};
  }),
  openMatch: answer.watches.openMatch.handler(async ({ input }) => {
    const question = { kind: 'question', siteId: input.site, questionId: input.questionId } as const;
    if (input.opened) agent.markRead(question);
    else await agent.open(question);
    return {};
  }),
  completeTag: answer.watches.completeTag.handler(async ({ input }) => {
    const { account, id: site } = agent.accounts.found(input.site);
    if (!account.network || input.text.trim() === '') return [];
    // Not called off with the typing: the answer serves the next who asks the same within the minute.
    const page = await account.network.tags({ site, inname: normalTag(input.text), pagesize: 20 });
    return page.items.map((tag) => ({ name: tag.name, count: tag.count }));
  }),
  readTags: answer.watches.readTags.handler(({ input }) => {
    const { account, id: site } = agent.accounts.found(input.site);
    return readTags(() => asking(account), site, input.text);
  }),
  myTags: answer.watches.myTags.handler(({ input }) => {
    const { account, id: site } = agent.accounts.found(input.site);
    return myTags(() => asking(account), account.profile, site);
  }),
  import: answer.watches.import.handler(({ input }) => {
    const { account, id: site } = agent.accounts.found(input.site);
    return importTags(account, site, input.tags, input.as, input.alert);
  }),
  topAnswerers: answer.watches.topAnswerers.handler(({ input }) => {
    const { account, id: site } = agent.accounts.found(input.site);
    return topAnswerers(asking(account), site, input.tag, input.period);
  }),
  sites: answer.watches.sites.handler(() => agent.watches.sites()),
});

/** What a click may ask of an account's network. */
const asking = ({ network, poller }: Account) => ({ network, forClicks: poller?.forClicks() });
