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
  const told = () => profile.notifications.pending().map(({ title, body, link }) => [title, body, link].join('; '));

  beforeEach(() => void ({ profile } = openProfile()));

  const ONE = `New badge: Nice Answer (bronze) on Loops; ; ${nice.link}`;
  const two = (other: string) => `2 new badges on Loops; Nice Answer (bronze)\n${other} (bronze); ${nice.profileLink}`;
  const again = badge('Nice Answer', 3, 2);
  const onePage = [again, nice, student];
  const nicePage = [nice, teacher];
  it.each<[string, looks: BadgeEvent[][], notifications: string[]]>([
    ['announces what comes after the first look, once', [[student], [nice, student], [nice, student]], [ONE]],
    ['tells several of one poll in one, which opens the person’s page', [[], [nice, teacher]], [two('Teacher')]],
    ['announces once what a page names twice', [[student], onePage, onePage, onePage], [two('Nice Answer')]],
    ['announces the first badge of all, and one that is awarded again', [[], [nice], [again]], [ONE, ONE]],
    ['takes no old badge for a new one', [nicePage, [nice, student]], []],
  ])('%s', (_, looks, notifications) => {
    for (const found of looks) record(found);
    expect(told()).toEqual(notifications);
  });

  it('announces nothing where badges are switched off or the site is muted', () => {
    record([]);
    record([student], { notify: { ...notify, badges: false } });
    record([teacher, student], { mutedSites: ['loops'] });
    expect(told()).toEqual([]);
  });
});
