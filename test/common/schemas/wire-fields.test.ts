import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { cutText } from '../../../common/safe-text.ts';
import { InboxItem, NetworkUser, Question, Reputation } from '../../../common/resources.ts';
import { MAX_TITLE_LENGTH } from '../../../common/schemas/wire-fields.ts';

const codePoints = (value: string): number => Array.from(value).length;
const question = (part: object) => Question.safeParse({ question_id: 1, title: 'T', creation_date: 1e9, ...part });

const text = fc.string({ unit: fc.constantFrom('a', '€', '😀', '\ud83d', '\ude00', '👩‍🚀'), maxLength: 60 });
test.prop([text, fc.nat(40)])(
  'a text that is cut keeps what fits, tears no pair apart, and is never longer',
  (value, longest) => {
    const cut = cutText(value, longest);
    expect(cut.isWellFormed()).toBe(true);
    expect(value.toWellFormed().startsWith(cut)).toBe(true);
    expect(codePoints(cut)).toBe(Math.min(codePoints(value), longest));
  },
);

describe('what enters', () => {
  test('has titles of 500 characters at most, whatever stands in them', () => {
    const units = fc.constantFrom('x', '😀', '&amp;', '&#128512;', '&#x1F600;', '&', '<b>');
    fc.assert(
      fc.property(units, fc.constantFrom(1, 499, 500, 501, 30_000), (unit, times) => {
        const { title } = question({ title: unit.repeat(times) }).data!;
        expect(title.isWellFormed()).toBe(true);
        expect(codePoints(title)).toBeLessThanOrEqual(MAX_TITLE_LENGTH);
      }),
    );
    expect(question({ title: '&amp;'.repeat(500) }).data!.title).toBe('&'.repeat(500));
  });

  // An id is a whole number of 32 bits, and points are whole: docs/api.md, "Vectors" and "Reputation".
  test.each([-1, 0, 1.5, 2 ** 53, -(2 ** 53), Infinity, '7', null, {}, [7]])('refuses the id %s', (odd) => {
    expect(question({ question_id: odd }).success).toBe(false);
    expect(InboxItem.safeParse({ item_type: 'x', creation_date: 1, answer_id: odd }).success).toBe(false);
  });

  test.each([1.5, 2 ** 53, 1e10, '5', null])('refuses %s points', (odd) => {
    expect(Reputation.safeParse({ on_date: 1, reputation_change: odd }).success).toBe(false);
    const account = { account_id: 1, user_id: 1, site_url: 'https://s.example', reputation: odd };
    expect(NetworkUser.safeParse(account).success).toBe(false);
  });

  test('takes the network’s own robot, and a question whose owner has an odd id', () => {
    expect(question({ owner: { user_id: -1 } }).data!.owner!.user_id).toBe(-1);
    for (const user_id of [1.5, 'x', -7, 2 ** 60]) {
      const { success, data } = question({ owner: { user_id, display_name: 'Ada' } });
      expect(success).toBe(true);
      expect(data!.owner).toMatchObject({ display_name: 'Ada' });
      expect(data!.owner!.user_id).toBeUndefined();
    }
  });

  test.each([
    ['https://s.example/q/1', true],
    ['/questions/1', true],
    ['//s.example/q/1', true],
    ['javascript:alert(1)', false],
    [`https://s.example/${'x'.repeat(5000)}`, false],
  ])('has links of the web only: %s', (address, isKept) => {
    expect(question({ link: address }).data!.link).toBe(isKept ? address : undefined);
  });

  test('leaves odd tags out, and costs nothing else', () => {
    const tags = ['a', 5, null, 'x'.repeat(1000), 'b', {}];
    expect(question({ tags }).data!.tags).toEqual(['a', 'b']);
    expect(question({ tags: Array.from({ length: 280_000 }, () => 'a') }).data!.tags.length).toBeLessThanOrEqual(100);
  });
});
