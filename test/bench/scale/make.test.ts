import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeSite } from '../../../bench/scale/make/site.ts';
import { loadDumps } from '../../../sandbox/dump/load.ts';
import { createTickingClock } from '../../../sandbox/world/clock.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const POSTS = 400;
const made = (seed: number, posts = POSTS) => {
  const folder = temporaryFolder();
  return { folder, facts: makeSite(folder, posts, seed) };
};
const filesOf = (folder: string) => readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]);
const columnOf = (folder: string, table: string, column: string) =>
  [...readFileSync(join(folder, `${table}.xml`), 'utf8').matchAll(new RegExp(` ${column}="([^"]*)"`, 'g'))].map(
    ([, value]) => value!,
  );
const countOf = (values: readonly string[], value: string) => values.filter((each) => each === value).length;

describe('a made site', () => {
  it('is the same for a seed, and another for another', () => {
    const [one, same, other] = [made(1), made(1), made(2)];
    expect(filesOf(same.folder)).toEqual(filesOf(one.folder));
    expect(filesOf(other.folder)).not.toEqual(filesOf(one.folder));
    expect(readdirSync(one.folder)).toHaveLength(9);
  });

  it('is made once in a folder', () => {
    const { folder, facts } = made(1);
    expect(makeSite(folder, POSTS, 2)).toEqual(facts);
  });

  it('is loaded whole by the sandbox, without a row that it refuses', async () => {
    const { folder, facts } = made(1);
    const refused: unknown[] = [];
    let bytes = 0;
    const note = (...told: unknown[]) => void refused.push(told);
    await loadDumps(join(folder, 'network.db'), [{ folder, site: 'scale' }], createTickingClock(facts.now), {
      broken: note,
      orphaned: note,
      missing: note,
      loaded: (size) => (bytes = size),
    });
    expect(refused).toEqual([]);
    expect(bytes).toBe(facts.bytes);
  });

  it('has every kind of post, revision and vote, and people who are gone', () => {
    const { folder } = made(1);
    const kinds = (table: string, column: string) => [...new Set(columnOf(folder, table, column))].toSorted();
    expect(columnOf(folder, 'Posts', 'Id')).toHaveLength(POSTS);
    expect(kinds('Posts', 'PostTypeId')).toEqual(['1', '2', '4', '5']);
    expect(kinds('PostHistory', 'PostHistoryTypeId')).toEqual(['1', '2', '3', '4', '5', '6']);
    expect(kinds('Votes', 'VoteTypeId')).toEqual(['1', '2', '3', '8']);
    expect(columnOf(folder, 'Posts', 'OwnerDisplayName').length).toBeGreaterThan(0);
    expect(columnOf(folder, 'Posts', 'LastEditDate').length).toBeGreaterThan(0);
    expect(columnOf(folder, 'Posts', 'ClosedDate').length).toBeGreaterThan(0);
  });

  it('says of its posts what votes and comments say', () => {
    const { folder } = made(1);
    const sum = (numbers: readonly string[]) => numbers.reduce((total, number) => total + Number(number), 0);
    const votes = columnOf(folder, 'Votes', 'VoteTypeId');
    expect(sum(columnOf(folder, 'Posts', 'Score'))).toBe(countOf(votes, '2') - countOf(votes, '3'));
    expect(sum(columnOf(folder, 'Posts', 'CommentCount'))).toBe(columnOf(folder, 'Comments', 'Id').length);
    expect(sum(columnOf(folder, 'Posts', 'AnswerCount'))).toBe(countOf(columnOf(folder, 'Posts', 'PostTypeId'), '2'));
  });

  it('has ten years of posts of about a kilobyte', () => {
    const { folder } = made(1, 2000);
    const dates = columnOf(folder, 'Posts', 'CreationDate');
    expect(dates).toEqual(dates.toSorted());
    expect([dates[0]!.slice(0, 4), dates.at(-1)!.slice(0, 4)]).toEqual(['2015', '2024']);
    const bodies = columnOf(folder, 'Posts', 'Body');
    const mean = bodies.join('').length / bodies.length;
    expect(mean).toBeGreaterThan(800);
    expect(mean).toBeLessThan(1200);
  });

  it('has a few tags, people and posts with much behind them', () => {
    const { folder, facts } = made(1, 2000);
    const { tags, users, questions } = facts.subjects;
    const tagged = columnOf(folder, 'Posts', 'Tags').flatMap((text) => text.split('|'));
    const owners = columnOf(folder, 'Posts', 'OwnerUserId');
    const parents = columnOf(folder, 'Posts', 'ParentId');
    const isHeavier = (values: readonly string[], { big, small }: Record<'big' | 'small', unknown[]>) =>
      countOf(values, String(big[0])) > 3 * countOf(values, String(small[0]));
    expect([isHeavier(tagged, tags!), isHeavier(owners, users!)]).toEqual([true, true]);
    const answers = columnOf(folder, 'Posts', 'AnswerCount').map(Number);
    expect(countOf(parents, String(questions!.big[0]))).toBe(Math.max(...answers));
  });
});
