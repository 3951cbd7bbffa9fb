import { os, type RouterParts } from './procedures.ts';

/** Handlers of reputation: totals, changes, history, privileges and badges. */
export const reputationHandlers = ({
  agent: {
    services: { reputation },
  },
}: RouterParts) => ({
  list: os.reputation.list.handler(() => reputation.list()),
  changes: os.reputation.changes.handler(({ input }) => reputation.changes(input.site, input.limit, input.before)),
  series: os.reputation.series.handler(({ input }) => reputation.series(input.site, input.range)),
  opened: os.reputation.opened.handler(async ({ input }) => {
    await reputation.opened(input?.only);
    return {};
  }),
  siteProfile: os.reputation.siteProfile.handler(({ input }) => reputation.siteProfile(input.site, input.again)),
});
