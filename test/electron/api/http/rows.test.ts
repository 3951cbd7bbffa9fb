import { describe, expect, test } from 'vitest';
import { boundedItems } from '../../../../electron/api/http/rows.ts';
import { answering, json } from '../answering-server.ts';
import { networkAt } from '../network-under-test.ts';

describe('an answer with far too much in it', () => {
  test.each([
    [5000, 'read to the thousandth'],
    [280_000, 'no answer'],
  ])('is, with %i sites, %s', async (count) => {
    const site = { api_site_parameter: 's', name: 'S', site_url: 's' };
    await using server = await answering((_, response) =>
      json(
        response,
        Array.from({ length: count }, () => site),
      ),
    );
    const asked = await networkAt(server.apiBaseUrl)
      .network.sites()
      .catch((error: unknown) => error);
    expect(asked).toMatchObject(count > 5000 ? { kind: 'bad-answer' } : { broken: 4000 });
  });

  test('has its texts and nested lists cut, and what was not odd stays', () => {
    const deep = { a: { b: { c: { d: { e: { f: { g: 1 } } } } } } };
    const odd = [{ title: '😀'.repeat(1e6), list: Array.from({ length: 5000 }, () => 1), deep, question_id: 7 }];
    const { items, leftOut } = boundedItems(odd, 20_000_000);
    expect(leftOut).toBe(0);
    expect(items[0]).toMatchObject({ title: '😀'.repeat(8000), question_id: 7 });
    expect(JSON.stringify(items).length).toBeLessThan(30_000);
  });

  test('is as it was where it is of a usual length', () => {
    const items = [{ body: 'x'.repeat(100_000) }];
    expect(boundedItems(items, 100_100).items).toEqual(items);
  });
});
