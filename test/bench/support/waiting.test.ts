import { expect, it } from 'vitest';
import { inTime, untilHolds } from '../../../bench/support/waiting.ts';

it('ends a wait that nothing ends, and says what was waited for', async () => {
  const never = untilHolds('The sign-in', async () => false, { withinMs: 20, everyMs: 1 });
  await expect(never).rejects.toThrow('The sign-in took longer than 0.02 s.');
  await expect(inTime('The start', Promise.withResolvers().promise, 20)).rejects.toThrow('The start took longer');
});

it('goes on as soon as what is waited for is there', async () => {
  let asked = 0;
  await untilHolds('Nothing', async () => ++asked === 3, { everyMs: 1 });
  expect(asked).toBe(3);
  expect(await inTime('Nothing', Promise.resolve(7))).toBe(7);
});

it('tells why something failed rather than that it took long', async () => {
  await expect(inTime('The start', Promise.reject(new Error('It died.')))).rejects.toThrow('It died.');
});
