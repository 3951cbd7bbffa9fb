import { beforeEach, describe, expect, it } from 'vitest';
import type { NotificationRules } from '../../../../electron/agent/notifications/rules.ts';
import { ANNOUNCED, recordingAt } from './poll-under-test.ts';
import { recordBadges } from '../../../../electron/agent/sources/achievements-source.ts';
import type { BadgeEvent } from '../../../../electron/store/events.ts';
import { openProfile } from '../../../support/profile.ts';
import type { ProfileHistory } from '../../../../electron/store/profile-history.ts';

const { notify } = ANNOUNCED;
const badge = (name: string, badgeId: number, times = 1): BadgeEvent => ({
  site: { id: 'loops', name: 'Loops' },
  badgeId,
  name,
  rank: 'bronze',
  times,
  link: `https://loops.example/badges/${badgeId}`,
  profileLink: 'https://loops.example/users/7',
});
const [student, teacher, nice] = [badge('Student', 1), badge('Teacher', 2), badge('Nice Answer', 3)];

describe('recording badges', () => {
  let profile: ProfileHistory;
  const record = (events: BadgeEvent[], rules?: Partial<NotificationRules>) =>
    recordBadges(recordingAt(profile, 5, rules), 'loops', events);
  const pending = () => profile.notifications.pending().map(({ title, body, link }) => ({ title, body, link }));

  beforeEach(() => {
    ({ profile } = openProfile());
  });

  it('records the first look silently, and announces what comes after it, once', () => {
    record([student]);
    expect(pending()).toEqual([]);
    record([nice, student]);
    record([nice, student]);
    expect(pending()).toEqual([
      { title: 'New badge: Nice Answer (bronze) on Loops', body: '', link: 'https://loops.example/badges/3' },
    ]);
  });

  it('announces a badge once that a page names twice with different counts', () => {
    record([student]);
    const page = [badge('Nice Answer', 3, 2), badge('Nice Answer', 3, 1), student];
    record(page);
    record(page);
    record(page);
    expect(pending()).toHaveLength(1);
  });

  it('announces the first badge of all, and one that is awarded again', () => {
    record([]);
    record([nice]);
    record([badge('Nice Answer', 3, 2)]);
    expect(pending()).toHaveLength(2);
  });

  it('tells several of one poll in one notification, which opens the person’s page', () => {
    record([]);
    record([nice, teacher]);
    expect(pending()).toEqual([
      {
        title: '2 new badges on Loops',
        body: 'Nice Answer (bronze)\nTeacher (bronze)',
        link: 'https://loops.example/users/7',
      },
    ]);
  });

  it('takes no old badge for a new one where another was taken away', () => {
    record([nice, teacher]);
    record([nice, student]);
    expect(pending()).toEqual([]);
  });

  it('announces nothing where badges are switched off or the site is muted', () => {
    record([]);
    record([student], { notify: { ...notify, badges: false } });
    record([teacher, student], { mutedSites: ['loops'] });
    expect(pending()).toEqual([]);
  });
});
