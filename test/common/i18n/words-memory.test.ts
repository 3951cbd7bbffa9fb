import { expect, it } from 'vitest';
import { createWords } from '../../../common/i18n/words.ts';
import { heapAfterCollection } from '../../support/collect-garbage.ts';

const MEGABYTE = 1024 * 1024;

it('remembers no long text, whatever a network has put into its titles', () => {
  const words = createWords('en', { notices: { named: '{{title}} on {{site}}' } });
  words('notices.named', { title: 'A', site: 'Loops' });
  const before = heapAfterCollection();
  for (let n = 0; n < 300; n++)
    expect(words('notices.named', { title: `${n} ${'x'.repeat(100_000)}`, site: 'Loops' })).toMatch(/x on Loops$/);
  expect(heapAfterCollection() - before).toBeLessThan(10 * MEGABYTE);
});
