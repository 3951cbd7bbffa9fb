import { describe, expect, it } from 'vitest';
import { WatchRule } from '../../../../../common/schemas/watch-rule.ts';
import { viewWatches } from '../../../../../electron/agent/library/watches/watch-view.ts';
import { openHistory } from '../../../../../electron/store/history.ts';
import type { StoredWatch } from '../../../../../electron/store/settings.ts';

/** Views so many watches on one site. Returns the views, and how often the plan and the other watches were asked. */
function viewed(count: number) {
  const history = openHistory(':memory:');
  const watches = Array.from({ length: count }, (_, at): StoredWatch => {
    const rule = WatchRule.parse({ anyTags: [`tag-${at}`] });
    return { id: `w${at}`, networkId: 'demo', siteId: 's', siteName: 'S', rule, alert: 'list', muted: false };
  });
  const asked = { plan: 0, others: 0 };
  const account = {
    profile: history.profile({ network: 'demo', accountId: 1, displayName: 'Ada' }),
    poller: {
      pollsPerDay: (_stream: string, scenario?: { without?: string | undefined }) => {
        asked.plan++;
        return scenario?.without === undefined ? 200 : 150;
      },
      isRefused: () => false,
    },
    watches: {
      othersOn: () => {
        asked.others++;
        return watches.map(({ rule }) => rule);
      },
    },
  };
  const views = [...viewWatches(account, watches, 1_780_000_000_000)];
  history.close();
  return { views, asked };
}

describe('watches as the window shows them', () => {
  it('cost what their stream takes more because of them, the plan asked once for what they share', () => {
    const { views, asked } = viewed(3);
    expect(views.map(({ cost }) => [cost.requestsPerDay, cost.sharedWith])).toEqual([
      [50, 2],
      [50, 2],
      [50, 2],
    ]);
    expect(asked).toEqual({ plan: 4, others: 1 });
  });

  it('cost an equal part each where thousands share a stream, so that viewing them takes no longer for each', () => {
    const { views, asked } = viewed(3000);
    expect(views).toHaveLength(3000);
    expect(views[2999]!.cost).toMatchObject({ requestsPerDay: 200 / 3000, sharedWith: 2999 });
    expect(views[0]!.cost.sharedRules.map(({ anyTags }) => anyTags)).toEqual([['tag-1'], ['tag-2']]);
    expect(asked).toEqual({ plan: 1, others: 1 });
  });
});
