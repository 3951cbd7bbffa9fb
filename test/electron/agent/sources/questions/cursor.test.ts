import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Question } from '../../../../../common/resources.ts';
import { freshened, MAX_OVERLAP_S, nextCursor } from '../../../../../electron/agent/sources/questions/cursor.ts';
import { questionOnWire } from '../../../../support/on-wire.ts';
import type { Page } from '../../../../../electron/api/network.ts';

const asked = (question_id: number, creation_date: number, tags = ['a']) =>
  Question.parse(questionOnWire(question_id, creation_date * 1000, { tags }));
const page = (items: Question[], hasMore = false): Page<Question> => ({ items, hasMore, broken: 0, repeated: false });

describe('questions', () => {
  it('are read oldest first from the newest seen on', () => {
    expect(nextCursor(undefined, page([asked(2, 50), asked(1, 40)], true))).toEqual({
      newest: 50,
      behind: false,
      page: 1,
    });
    expect(nextCursor({ newest: 50, behind: false, page: 1 }, page([asked(3, 60)]))).toEqual({
      newest: 60,
      behind: false,
      page: 1,
    });
  });

  it('turn the page only within one second that fills it', () => {
    // A page that is full of what was read before goes on from its own end, not from the newest.
    const first = nextCursor({ newest: 50, behind: false, page: 1 }, page([asked(3, 45)], true));
    expect(first).toMatchObject({ newest: 50, behind: true, position: 45, page: 1 });
    const second = nextCursor(first, page([asked(4, 50)], true));
    expect(second).toMatchObject({ newest: 50, behind: true, position: 50, page: 1 });
    expect(nextCursor(second, page([asked(5, 50)], true))).toMatchObject({
      newest: 50,
      behind: true,
      position: 50,
      page: 2,
    });
    expect(nextCursor({ newest: 50, behind: true, page: 2 }, page([asked(5, 50)]))).toMatchObject({
      newest: 50,
      behind: false,
      page: 1,
    });
  });

  it('begin at the network’s own time on a site without questions', () => {
    expect(nextCursor(undefined, { ...page([]), networkTime: 77_500 })).toEqual({ newest: 77, behind: false, page: 1 });
  });

  it('never go back, and leave no gap, whatever the pages are', () => {
    const dates = fc.array(fc.integer({ min: 0, max: 500 }), { maxLength: 12 });
    fc.assert(
      fc.property(dates, fc.boolean(), fc.integer({ min: 0, max: 400 }), (created, hasMore, newest) => {
        const next = nextCursor(
          { newest, behind: true, page: 1 },
          page(
            created.map((date, index) => asked(index + 1, date)),
            hasMore,
          ),
        );
        expect(next.newest).toBe(Math.max(newest, ...created));
        expect(next.behind).toBe(hasMore);
      }),
    );
  });

  it('look back a week at most after a long time off', () => {
    const cursor = { newest: 1000, behind: true, page: 3 };
    expect(freshened(cursor, 3600_000)).toBe(cursor);
    expect(freshened(cursor, (MAX_OVERLAP_S + 500) * 1000)).toEqual({ newest: 1500, behind: false, page: 1 });
  });

  it('begin again a little before the newest, or later where nothing came for long', () => {
    const after = (networkTime: number) =>
      nextCursor(
        { newest: 1000, behind: false, page: 1 },
        { ...page([asked(3, 1060)]), networkTime: networkTime * 1000 },
      ).settled;
    expect(after(1070)).toBe(1060 - 300);
    expect(after(9000)).toBe(9000 - 600);
  });
});
