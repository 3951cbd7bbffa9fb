import { expect, it } from 'vitest';
import { openHistory } from '../../../../electron/store/history.ts';

const site = { id: 'loops', name: 'Loops' };

it('adds up changes that no network can mean, and goes on', () => {
  const history = openHistory(':memory:');
  const { reputation } = history.profile({ network: 'demo', accountId: 1, displayName: 'Ada' });
  const change = Number.MAX_SAFE_INTEGER;
  const odd = Array.from({ length: 3000 }, (_, n) => ({ key: `${n}`, site, change, onDate: 2000 + n }));
  reputation.add([...odd, { key: 'usual', site: { id: 'spokes', name: 'Spokes' }, change: 10, onDate: 2000 }], 3000);
  const sums = reputation.changeSince(1000);
  expect(sums.get('spokes')).toBe(10);
  expect(sums.get('loops')! / (3000 * change)).toBeCloseTo(1);
  history.close();
});
