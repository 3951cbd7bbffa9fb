import { expect, test } from 'vitest';
import { noon, site, startNetwork } from '../../support/network.ts';

const network = await startNetwork();
const [me, other] = [network.member(site), network.member(site, 1)];
const { db, actions } = network.world;
db.exec(
  `DELETE FROM inbox_items; DELETE FROM user_badges; DELETE FROM reputation_events; UPDATE users SET last_access_at = ${noon - 1000}, reputation = 1`,
);
const question = network.ask({ title: 'Mine', tags: ['inbox'], at: noon - 2000 });
for (const ago of [500, 400, 300]) network.comment({ postId: question, at: noon - ago });
db.exec(`UPDATE inbox_items SET is_unread = 0 WHERE created_at = ${noon - 500}`);
// A badge from before this person's last visit and one from after; ten points, which bring the privileges of 5.
actions.award({ site, userId: me, badge: 'Hand Raised', at: noon - 1500 });
actions.award({ site, userId: me, badge: 'Pillar', at: noon - 100 });
actions.award({ site, userId: other, badge: 'Pillar', at: noon - 90 });
network.vote({ userId: other, postId: question, at: noon - 600 });

test.each([
  // Of every site, whichever is named; unread are notifications from after the last visit.
  ['/inbox', [-300, -400, -500]],
  ['/me/inbox?site=beds', [-300, -400, -500]],
  [`/users/${me}/inbox/unread?site=loops&since=${noon - 300}`, [-300]],
  ['/notifications', [-100, -600, -1500]],
  [`/users/${me}/notifications?site=loops`, [-100, -600, -1500]],
  [`/users/${me}/notifications/unread?site=loops`, [-100, -600]],
])('%s', async (path, expected) => {
  const { status, body } = await network.mine(path);
  expect([status, body.items.map((item) => Number(item['creation_date']) - noon)]).toEqual([200, expected]);
});

test('notifications tell of badges and privileges', async () => {
  expect((await network.mine('/notifications')).body.items).toMatchObject([
    {
      notification_type: 'badge_earned',
      body: 'You have earned the &quot;Pillar&quot; badge',
      is_unread: true,
      site: { api_site_parameter: 'loops' },
    },
    { notification_type: 'new_privilege', body: 'You have a new privilege: talk on meta', is_unread: true },
    { notification_type: 'badge_earned', is_unread: false },
  ]);
});

test('a visit reads all; a badge of its very second is news still', async () => {
  await network.control.grant({ token: 'reader', accountId: network.account(2), scopes: ['read_inbox'] });
  const who = { site, userId: network.member(site, 2) };
  const count = async (path: string) => (await network.items(path, { access_token: 'reader' })).length;
  const message = { ...who, itemType: 'moderator_message', title: 'T', body: 'B' } as const;
  for (const at of [noon - 2, noon - 1]) await network.control.act('message', { ...message, at });
  expect(await network.control.act('read', who)).toBe(2);
  expect([await count('/inbox/unread'), await count('/inbox')]).toEqual([0, 2]);
  const before = await count('/notifications/unread');
  await network.control.act('award', { ...who, badge: 'Pillar' });
  expect(await count('/notifications/unread')).toBe(before + 1);
  await network.control.act('read', { ...who, at: noon + 1 });
  expect(await count('/notifications/unread')).toBe(0);
});
