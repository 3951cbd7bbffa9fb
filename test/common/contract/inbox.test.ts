import { call, implement } from '@orpc/server';
import { expect, it } from 'vitest';
import { contract } from '../../../common/contract/contract.ts';

it('takes all of a folded thread at once, however many items it has', async () => {
  const os = implement(contract).inbox;
  const keys = Array.from({ length: 5000 }, (_, index) => `demo/${index}`);
  const [first, ...others] = keys;
  const mark = os.mark.handler(({ input }) => ({ changed: input.keys.length }));
  const snooze = os.snooze.handler(({ input }) => ({ changed: input.keys.length, until: new Date(0) }));
  let opened = 0;
  const open = os.open.handler(({ input }) => {
    opened = 1 + (input.others?.length ?? 0);
    return {};
  });
  expect(await call(mark, { keys, as: 'read' })).toMatchObject({ changed: 5000 });
  expect(await call(snooze, { keys, until: new Date(0) })).toMatchObject({ changed: 5000 });
  await call(open, { key: first!, others });
  expect(opened).toBe(5000);
  await expect(call(mark, { keys: [], as: 'read' })).rejects.toThrow('Input validation failed');
});
