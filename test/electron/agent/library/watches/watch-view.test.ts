import { expect, it } from 'vitest';
import { WatchRule } from '../../../../../common/schemas/settings.ts';
import { viewWatches, watchCost } from '../../../../../electron/agent/library/watches/watch-view.ts';
import { openProfile } from '../../../../support/profile.ts';
import { watchOf } from '../../../../support/watch.ts';

/** Views so many watches on one site. Returns the views, and how often the plan and the other watches were asked. */
function viewed(count: number) {
  const watches = Array.from({ length: count }, (_, at) => watchOf(`w${at}`, 's', { anyTags: [`tag-${at}`] }));
  const asked = { plan: 0, others: 0 };
  const othersOn = () => {
    asked.others++;
    return watches.map(({ rule }) => rule);
  };
  const account = {
    profile: openProfile().profile,
    scheduler: {
      pollsPerDay(_stream: string, scenario?: { without?: string | undefined }) {
        asked.plan++;
        return scenario?.without === undefined ? 200 : 150;
      },
      isRefused: () => false,
    },
    watches: { othersOn },
  };
  return { views: [...viewWatches(account, watches, 1_780_000_000_000)], asked };
}

it('watches as the window shows them cost what their stream takes more because of them, the plan asked once for what they share', () => {
  const { views, asked } = viewed(3);
  expect(views).toHaveLength(3);
  expect(views.map(({ cost }) => [cost.requestsPerDay, cost.sharedWith])).toEqual(views.map(() => [50, 2]));
  expect(asked).toEqual({ plan: 4, others: 1 });
});

it('watches as the window shows them cost an equal part each where thousands share a stream, so that viewing them takes no longer for each', () => {
  const { views, asked } = viewed(3000);
  expect(views).toHaveLength(3000);
  expect(views[2999]!.cost).toMatchObject({ requestsPerDay: 200 / 3000, sharedWith: 2999 });
  expect(views[0]!.cost.sharedRules.map(({ anyTags }) => anyTags)).toEqual([['tag-1'], ['tag-2']]);
  expect(asked).toEqual({ plan: 1, others: 1 });
});

const day = 86_400;
const plain = WatchRule.parse({ anyTags: ['a', 'b'] });
const wild = WatchRule.parse({ anyTags: ['a-*'] });
const busy = { all: { n: 6000, seconds: day } };
const cost = (requestsPerDay: number, sharedRules: WatchRule[], sharedWith = sharedRules.length) => {
  return { requestsPerDay, sharedWith, sharedRules };
};

it('what a watch costs is a stream of its own where nobody else watches the site that way', () => {
  const bounties = WatchRule.parse({ bounty: true });
  expect(watchCost([plain], [], {}, { withIt: 200, without: 0 })).toEqual(cost(200, []));
  expect(watchCost([bounties], [plain], {}, { withIt: 40, without: 0 })).toEqual(cost(40, []));
});

it('what a watch costs is nothing where the same requests serve it, and what they become more where it is worth more', () => {
  expect(watchCost([wild], [plain, plain], {}, { withIt: 200, without: 200 })).toEqual(cost(0, [plain, plain]));
  const dearer = watchCost([wild], [plain, plain, plain], {}, { withIt: 200, without: 150 });
  expect(dearer).toEqual(cost(50, [plain, plain], 3));
});

it('what a watch costs is the further pages, where it rules a search out', () => {
  expect(watchCost([wild], [plain], busy, { withIt: 24, without: 24 })).toEqual(cost(48, [plain]));
});
