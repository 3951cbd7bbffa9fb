import { describe, expect, it } from 'vitest';
import { Question } from '../../../../../common/resources.ts';
import {
  chooseForm,
  learned,
  learnedRates,
  perDay,
  sampledRate,
  type QuestionRates,
  freshened,
  MAX_OVERLAP_S,
  nextCursor,
} from '../../../../../electron/agent/sources/questions/cursor.ts';
import { questionOnWire } from '../../../../support/on-wire.ts';
import { WatchRule } from '../../../../../common/contract/contract.ts';
import type { Page } from '../../../../../electron/api/network.ts';

const asked = (question_id: number, creation_date: number, tags = ['a']) =>
  Question.parse(questionOnWire(question_id, creation_date * 1000, { tags }));
const page = (items: Question[], hasMore = false): Page<Question> => ({ items, hasMore, broken: 0, repeated: false });

describe('questions', () => {
  it('are read oldest first from the newest seen on', () => {
    const first = nextCursor(undefined, page([asked(2, 50), asked(1, 40)], true));
    expect(first).toEqual({ newest: 50, behind: false, page: 1 });
    expect(nextCursor(first, page([asked(3, 60)]))).toEqual({ newest: 60, behind: false, page: 1 });
  });

  it('turn the page only within one second that fills it', () => {
    // A page that is full of what was read before goes on from its own end, not from the newest.
    const first = nextCursor({ newest: 50, behind: false, page: 1 }, page([asked(3, 45)], true));
    expect(first).toMatchObject({ newest: 50, behind: true, position: 45, page: 1 });
    const second = nextCursor(first, page([asked(4, 50)], true));
    expect(second).toMatchObject({ newest: 50, behind: true, position: 50, page: 1 });
    const third = nextCursor(second, page([asked(5, 50)], true));
    expect(third).toMatchObject({ newest: 50, behind: true, position: 50, page: 2 });
    expect(nextCursor(third, page([asked(5, 50)]))).toMatchObject({ newest: 50, behind: false, page: 1 });
  });

  it('begin at the network’s own time on a site without questions', () => {
    expect(nextCursor(undefined, { ...page([]), networkTime: 77_500 })).toEqual({ newest: 77, behind: false, page: 1 });
  });

  it('look back a week at most after a long time off', () => {
    const cursor = { newest: 1000, behind: true, page: 3 };
    expect(freshened(cursor, 3600_000)).toBe(cursor);
    expect(freshened(cursor, (MAX_OVERLAP_S + 500) * 1000)).toEqual({ newest: 1500, behind: false, page: 1 });
  });

  it('begin again a little before the newest, or later where nothing came for long', () => {
    const before = { newest: 1000, behind: false, page: 1 };
    const after = (seconds: number) => nextCursor(before, { ...page([asked(3, 1060)]), networkTime: seconds * 1000 });
    expect(after(1070).settled).toBe(1060 - 300);
    expect(after(9000).settled).toBe(9000 - 600);
  });
});

const day = 86_400;
const plain = WatchRule.parse({ anyTags: ['a', 'b'] });
const wild = WatchRule.parse({ anyTags: ['a-*'] });
const busy: QuestionRates = { all: { n: 6000, seconds: day } };

const halfWith = (tag: string) => (tags: readonly string[]) => (tags.includes(tag) ? 0.5 : 1);
const found = (n: number, tags = 'a;b'): QuestionRates => ({ ...busy, search: { n, seconds: day, tags } });
const [hour, searching, both] = [3600, { searching: true }, ['a', 'b']];
type Given = [why: string, ...Parameters<typeof chooseForm>, asked: ReturnType<typeof chooseForm>];

it.each<Given>([
  ['all of them where one page holds them', [plain], { all: { n: 500, seconds: day } }, hour, {}, { pages: 1 }],
  ['all of them where nothing is known', [plain], {}, hour, {}, { pages: 1 }],
  ['all of them a minute after the last time', [plain], busy, 60, {}, { pages: 1 }],
  ['by a search where that takes fewer pages', [plain], busy, hour, {}, { tags: both, pages: 1 }],
  ['by no search that does not cover every watch', [plain, wild], busy, hour, {}, { pages: 3 }],
  ['by no search that was seen to take as many', [plain], found(5500), hour, {}, { pages: 3 }],
  ['by a search for other tags than that one', [plain], found(5500, 'other'), hour, {}, { tags: both, pages: 1 }],
  ['by no search where all of them just fit a page', [plain], busy, 1200, {}, { pages: 1 }],
  ['by a search still, as long as they just fit', [plain], busy, 1200, searching, { tags: both, pages: 1 }],
  ['by no search once there is room to spare', [plain], busy, 500, searching, { pages: 1 }],
  ['by no search still that does not cover the watch', [wild], busy, 1200, searching, { pages: 1 }],
  ['by no search still that finds nearly everything', [plain], found(5900), hour, searching, { pages: 3 }],
  ['by no new search that would find nearly all', [plain], busy, hour, { share: () => 0.9 }, { pages: 3 }],
  ['by a new one that would find half', [plain], busy, hour, { share: halfWith('a') }, { tags: both, pages: 2 }],
])('how new questions are asked for %s', (_, rules, rates, idleFor, options, asked) =>
  expect(chooseForm(rules, rates, idleFor, options)).toEqual(asked),
);

it('how new questions are asked for as the latest of it shows, however long ago the first questions that were seen were asked', () => {
  let rate: ReturnType<typeof learned> = sampledRate(99, 90 * day);
  expect(perDay(rate)).toBeCloseTo(1.1, 1);
  for (let hours = 0; hours < 48; hours++) rate = learned(rate, 20, 3600);
  expect(perDay(rate)!).toBeGreaterThan(150);
  expect(perDay(sampledRate(99, day))).toBeCloseTo(99, 5);
});

it('rates of questions come from what was counted, and follow a change within days', () => {
  let rate = learned(undefined, 100, day / 10);
  expect(perDay(rate)).toBeCloseTo(1000);
  for (let hours = 0; hours < 24 * 14; hours++) rate = learned(rate, 10, 3600);
  expect(perDay(rate)).toBeGreaterThan(235);
  expect(perDay(rate)).toBeLessThan(270);
  expect(learned(rate, 5, 0)).toBe(rate);
});

it('rates of questions are kept apart by the form, and a search for other tags starts anew', () => {
  const first = learnedRates({ readUntil: 1000, allSince: 500 }, undefined, 30, 2000);
  expect(first).toMatchObject({ all: { n: 30, seconds: 1000 }, readUntil: 2000, allSince: 500 });
  const searched = learnedRates(first, ['a'], 3, 3000);
  expect(searched).toMatchObject({ all: { n: 30 }, search: { n: 3, seconds: 1000, tags: 'a' }, readUntil: 3000 });
  expect(searched.allSince).toBeUndefined();
  expect(learnedRates(searched, ['b'], 7, 4000).search).toEqual({ n: 7, seconds: 1000, tags: 'b' });
});
