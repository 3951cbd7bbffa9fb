import { expect, it } from 'vitest';
import { openProfile } from '../../support/profile.ts';
import { site } from '../../support/events.ts';

it('adds up changes that no network can mean, and goes on', () => {
  const { reputation } = openProfile().profile;
  const change = Number.MAX_SAFE_INTEGER;
  const odd = Array.from({ length: 3000 }, (_, n) => ({ key: `${n}`, site, change, onDate: 2000 + n }));
  reputation.add([...odd, { key: 'usual', site: { id: 'spokes', name: 'Spokes' }, change: 10, onDate: 2000 }], 3000);
  const sums = reputation.changeSince(1000);
  expect(sums.get('spokes')).toBe(10);
  expect(sums.get('loops')! / (3000 * change)).toBeCloseTo(1);
});

it('knows as of when each total was told, and changes no row for that', () => {
  const { history, profile } = openProfile();
  const { reputation } = profile;
  const odd = { id: 'constructor', name: 'Odd' };
  const told = (total: number, saidAt: number | undefined) => [
    { site, userId: 1, reputation: total, saidAt },
    { site: odd, userId: 2, reputation: 1, saidAt },
  ];
  const times = () => Object.fromEntries(reputation.accounts().map(({ site: { id }, saidAt }) => [id, saidAt]));
  reputation.setAccounts([{ site: odd, userId: 2, reputation: 1 }]);
  expect(times()).toEqual({ constructor: undefined });
  reputation.setAccounts(told(100, 1000));
  const version = history.file.version();
  reputation.setAccounts(told(100, 2000));
  expect(times()).toEqual({ loops: 2000, constructor: 2000 });
  expect(history.file.version()).toBe(version);
  // A part of the accounts, and a total that later changes have moved.
  reputation.setAccounts(told(110, 3000).slice(0, 1), false);
  expect(times()).toEqual({ loops: 3000, constructor: 2000 });
  reputation.setReputation('loops', 120, 3500);
  expect(times()).toEqual({ loops: 3500, constructor: 2000 });
  expect(reputation.accounts()[0]).toMatchObject({ reputation: 120, explained: 100 });
  reputation.setAccounts(told(120, 4000).slice(0, 1));
  expect(times()).toEqual({ loops: 4000 });
});
