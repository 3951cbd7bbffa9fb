import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { NoticeRules } from '../../../../../electron/agent/notifications/notices.ts';
import { recordInbox } from '../../../../../electron/agent/sources/record/inbox.ts';
import type { InboxEvent } from '../../../../../electron/store/events.ts';
import { openHistory, type History } from '../../../../../electron/store/history.ts';
import type { ProfileHistory } from '../../../../../electron/store/profile-history.ts';
import { ENGLISH } from '../../../../../common/i18n/localized-text.ts';

const site = { id: 'loops', name: 'Loops' };
const now = Date.UTC(2026, 5, 1, 9);
const rules: NoticeRules = {
  notify: { inbox: true, reputation: true, questions: true, badges: false },
  watches: [],
  locale: ENGLISH,
};
const item = (key: string): InboxEvent => ({
  key,
  itemType: 'comment',
  site,
  title: key,
  excerpt: '',
  createdAt: now,
  unreadAtNetwork: true,
});

describe('recording the inbox', () => {
  let history: History;
  let profile: ProfileHistory;
  const recording = () => ({ history: profile, rules, now });
  const titles = () => profile.notices.pending().map((notice) => notice.title);

  beforeEach(() => {
    history = openHistory(':memory:');
    profile = history.profile({ network: 'demo', accountId: 1, displayName: 'Ada' });
  });
  afterEach(() => history.close());

  it('records the first look at the inbox silently', () => {
    recordInbox(recording(), [item('a'), item('b')]);
    expect(titles()).toEqual([]);
    expect(profile.inbox.unreadCount()).toBe(2);
  });

  it('announces what comes after it, once', () => {
    recordInbox(recording(), [item('a')]);
    recordInbox(recording(), [item('b'), item('a')]);
    recordInbox(recording(), [item('b'), item('a')]);
    expect(titles()).toEqual(['b']);
  });

  it('announces the first item of an inbox that was empty', () => {
    recordInbox(recording(), []);
    recordInbox(recording(), [item('a')]);
    expect(titles()).toEqual(['a']);
  });
});
