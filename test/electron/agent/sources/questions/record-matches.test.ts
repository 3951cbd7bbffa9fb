import { beforeEach, describe, expect, it } from 'vitest';
import { foundQuestions, recordingAt } from '../poll-under-test.ts';
import { watchOf } from '../../../../support/watch.ts';
import { recordQuestions } from '../../../../../electron/agent/sources/questions/record-matches.ts';
import type { QuestionEvent } from '../../../../../electron/store/events.ts';
import { questionEvent } from '../../../../support/events.ts';
import { openProfile, type ProfileHistory } from '../../../../support/profile.ts';
import { announcedQuestions, matchesOf } from '../../../../support/matches.ts';

const now = Date.UTC(2026, 5, 1, 9);

describe('recording questions', () => {
  let profile: ProfileHistory;
  const hour = 3600_000;
  const watches = [
    watchOf('w', 'loops'),
    watchOf('listed', 'loops', { anyTags: ['quiet'] }, { alert: 'list' }),
    watchOf('score', 'loops', { anyTags: ['a', 'b', 'quiet'], minScore: 3 }),
    watchOf('bounty', 'loops', { bounty: true }),
  ];
  const asked = (questionId: number, part: Partial<QuestionEvent> = {}): QuestionEvent =>
    questionEvent(questionId, { createdAt: now - hour, ownerId: 7, ...part });
  const find = (list: 'new' | 'scored' | 'featured', events: QuestionEvent[], isNews = true, marks: object = {}) =>
    recordQuestions(
      recordingAt(profile, now, { watches }),
      foundQuestions(now, events, { list, isNews: () => isNews, marks: { ...marks } }),
    );
  const titles = () => profile.notifications.pending().map((notice) => notice.title);
  const unread = () => profile.inbox.unread('watches', 20).map(({ questionId }) => questionId);

  beforeEach(() => void ({ profile } = openProfile()));

  it('records the first questions of a site silently, and later ones with the cursor in one go', () => {
    const cursor = (newest: number) => ({ 'cursor:questions:loops': { newest, behind: false, page: 1 } });
    find('new', [asked(1)], false, cursor(1));
    find('new', [asked(1), asked(2)], true, cursor(2));
    expect(titles()).toEqual(['Q2']);
    expect(profile.mark('cursor:questions:loops')).toEqual({ newest: 2, behind: false, page: 1 });
  });

  it('announces one question once, however often and by whatever look it is found', () => {
    find('new', [asked(1)]);
    find('new', [asked(1)]);
    find('scored', [asked(1, { watchIds: ['score'] })]);
    find('featured', [asked(1, { watchIds: ['bounty'] })]);
    expect(titles()).toEqual(['Q1']);
    expect(profile.questions.get('loops', 1)?.watchIds).toEqual(['w', 'score', 'bounty']);
  });

  it('does not take a tag edit for news', () => {
    find('new', [asked(1, { tags: ['other'], watchIds: [] })]);
    find('new', [asked(1, { tags: ['a'] })]);
    find('scored', [asked(1, { tags: ['a'], watchIds: ['score'] })]);
    expect(titles()).toEqual([]);
    expect(matchesOf(profile)).toEqual([]);
  });

  it('announces a question that reaches its score later, or whose score was noticed first, once', () => {
    find('new', [asked(1, { tags: ['b'], watchIds: [] })]);
    find('scored', [asked(1, { tags: ['b'], watchIds: ['score'] })]);
    find('scored', [asked(1, { tags: ['b'], watchIds: ['score'] })]);
    expect(titles()).toEqual(['Q1']);
    expect(matchesOf(profile)).toMatchObject([{ questionId: 1, matchedAt: now, unread: true }]);
    find('scored', [asked(2, { tags: ['a'], watchIds: [] })]);
    find('new', [asked(2)]);
    expect(titles()).toEqual(['Q1', 'Q2']);
  });

  it('announces what was only listed, once another watch that tells has a reason', () => {
    find('new', [asked(1, { tags: ['quiet'], watchIds: ['listed'] })]);
    expect(titles()).toEqual([]);
    profile.questions.setRead('loops', 1, now);
    find('scored', [asked(1, { tags: ['quiet'], watchIds: ['score'] })]);
    expect(titles()).toEqual(['Q1']);
    expect(unread()).toEqual([1]);
  });

  it('lists what was there before a watch, as read', () => {
    find('new', [asked(1)], false);
    find('featured', [asked(2, { watchIds: ['bounty'] })], false);
    expect(titles()).toEqual([]);
    expect(unread()).toEqual([]);
    expect(matchesOf(profile)).toHaveLength(2);
  });

  it('does not announce a question again that was deleted and asked anew', () => {
    find('new', [asked(1, { title: 'Why does it loop?' })]);
    find('new', [asked(2, { title: ' why does it LOOP? ', createdAt: now })]);
    expect(titles()).toEqual(['Why does it loop?']);
    // The one that stands takes the place of the other, and a third of the kind is told no more either.
    expect(unread()).toEqual([2]);
    profile.questions.setRead('loops', 2, now);
    find('new', [asked(3, { title: 'Why does it loop?', createdAt: now + 20 * hour })]);
    expect(titles()).toHaveLength(1);
    expect(unread()).toEqual([]);
  });

  it('announces the later of two alike that come in one poll', () => {
    find('new', [asked(2, { title: 'Same', createdAt: now }), asked(1, { title: 'Same' })]);
    expect([announcedQuestions(profile), unread()]).toEqual([[2], [2]]);
    find('new', [asked(1), asked(2)]);
    expect(titles()).toHaveLength(1);
  });

  it('takes the same title for another question from somebody else, or more than a day later', () => {
    find('new', [asked(1, { title: 'Same' })]);
    find('new', [asked(2, { title: 'Same', ownerId: 8 }), asked(3, { title: 'Same', ownerId: undefined })]);
    find('new', [asked(4, { title: 'Same', createdAt: now + 24 * hour })]);
    expect(announcedQuestions(profile)).toHaveLength(4);
  });

  it('announces a repost of what was never announced', () => {
    find('new', [asked(1, { title: 'Same', tags: ['other'], watchIds: [] })]);
    find('new', [asked(2, { title: 'Same' })]);
    expect(titles()).toEqual(['Same']);
  });
});
