import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { WatchRule } from '../../../../../common/contract/contract.ts';
import { questionTopics, TopbarCounts } from '../../../../../electron/agent/scheduler/push/listener.ts';
import type { StoredWatch } from '../../../../../electron/store/settings.ts';

const watch = (siteId: string, rule: z.input<typeof WatchRule>): StoredWatch => ({
  id: `${siteId} ${JSON.stringify(rule)}`,
  networkId: 'n',
  siteId,
  siteName: siteId,
  rule: WatchRule.parse(rule),
  alert: 'sound',
  muted: false,
});
const number = (siteId: string) => ({ a: 1, b: 2 })[siteId];

describe('the topics of watches', () => {
  test('are the tags one of which a question must have, each with the stream it tells of', () => {
    const topics = questionTopics(
      [
        watch('a', { anyTags: ['git', 'svn'], titleWords: ['rebase'] }),
        watch('a', { allTags: ['git', 'hooks'] }),
        watch('b', { allTags: ['c*', 'rust'] }),
      ],
      number,
    );
    expect([...topics]).toEqual([
      ['1-questions-newest-tag-git', 'questions:a'],
      ['1-questions-newest-tag-svn', 'questions:a'],
      ['2-questions-newest-tag-rust', 'questions:b'],
    ]);
  });

  test('are none where one watch of a site has no such tag, where a list is polled, or where the site has no number', () => {
    expect(questionTopics([watch('a', { anyTags: ['git'] }), watch('a', { titleWords: ['x'] })], number).size).toBe(0);
    expect(questionTopics([watch('a', { anyTags: ['git-*'] })], number).size).toBe(0);
    expect(questionTopics([watch('a', { anyTags: ['git'], minScore: 5 })], number).size).toBe(0);
    expect(questionTopics([watch('elsewhere', { anyTags: ['git'] })], number).size).toBe(0);
  });
});

describe('counts of what is unread', () => {
  const inbox = (UnreadInboxCount: unknown) => ({ Inbox: { UnreadInboxCount } });
  const achievements = (UnreadRepCount: number) => ({ Achievements: { UnreadRepCount, UnreadNonRepCount: 1 } });

  test('say that something is new when they rise, that something was read when they fall', () => {
    const counts = new TopbarCounts();
    expect(counts.take(inbox(3))).toEqual([{ kind: 'inbox', reason: 'unknown' }]);
    expect(counts.take(inbox(4))).toEqual([{ kind: 'inbox', reason: 'new' }]);
    expect(counts.take(inbox(4))).toEqual([]);
    expect(counts.take(inbox(1))).toEqual([{ kind: 'inbox', reason: 'read' }]);
  });

  test('of reputation are a sum, which a down-vote lowers; looking at it leaves none', () => {
    const counts = new TopbarCounts();
    counts.take(achievements(0));
    expect(counts.take(achievements(10))).toEqual([{ kind: 'reputation', reason: 'new' }]);
    expect(counts.take(achievements(8))).toEqual([{ kind: 'reputation', reason: 'new' }]);
    expect(counts.take(achievements(0))).toEqual([{ kind: 'reputation', reason: 'read' }]);
  });

  test.each([null, 7, 'x', {}, { Inbox: null }, inbox('many'), inbox(1.5), inbox(-1)])(
    'that cannot be read say nothing: %j',
    (data) => {
      expect(new TopbarCounts().take(data)).toEqual([]);
    },
  );

  test('are read part by part', () => {
    expect(new TopbarCounts().take({ Inbox: 'broken', ...achievements(5) })).toEqual([
      { kind: 'reputation', reason: 'unknown' },
    ]);
  });
});
