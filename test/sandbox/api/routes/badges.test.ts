import { expect, test } from 'vitest';
import { noon, site, startNetwork } from '../../support/network.ts';

const network = await startNetwork();
const [me, other] = [network.member(site), network.member(site, 1)];
const { db, actions } = network.world;
const mid = 'Mid &quot;one&quot;';
db.exec(`
  DELETE FROM user_badges WHERE site_id = 1;
  DELETE FROM badges WHERE site_id = 1;
  INSERT INTO badges (site_id, id, name, rank, badge_type, description) VALUES
    (1, 1, 'Mid "one"', 'gold', 'named', 'First of all'), (1, 2, 'Zeta', 'silver', 'named', 'Second'),
    (1, 3, 'Beta', 'bronze', 'named', 'Third'), (1, 4, 'git', 'bronze', 'tag_based', 'For a tag');
  UPDATE users SET reputation = 100 WHERE site_id = 1 AND id IN (${me}, ${other})`);
const award = (userId: number, badge: string, ago: number) => actions.award({ site, userId, badge, at: noon - ago });
award(me, 'Zeta', 400);
award(me, 'Zeta', 300);
award(me, 'git', 200);
award(other, 'Beta', 100);

test.each([
  // By rank: gold before silver before bronze; bounds of a rank are its words.
  ['/badges?order=asc', [mid, 'Zeta', 'Beta', 'git']],
  ['/badges?sort=rank&min=silver&max=SILVER', ['Zeta']],
  ['/badges/name?order=asc', [mid, 'Zeta', 'Beta']],
  ['/badges/tags', ['git']],
  ['/badges/2;4;99', ['git', 'Zeta']],
  ['/badges?inname=ZET', ['Zeta']],
  ['/me/badges?order=asc', ['Zeta', 'git']],
  [`/me/badges?sort=awarded&min=${noon - 200}`, ['git']],
  ['/badges/recipients', ['Beta', 'git', 'Zeta', 'Zeta']],
  ['/badges/recipients?order=asc', ['Zeta', 'Zeta', 'git', 'Beta']],
  [`/badges/2/recipients?fromdate=${noon - 300}`, ['Zeta']],
])('%s', async (path, expected) => expect(await network.list(path)).toEqual(expected));

test('a badge tells how often it was given; one of a user also whose it is', async () => {
  const link = `${network.apiBaseUrl}/sites/loops/badges/2`;
  expect(await network.items('/badges/2')).toEqual([
    { badge_id: 2, name: 'Zeta', rank: 'silver', badge_type: 'named', award_count: 2, link },
  ]);
  expect(await network.items(`/users/${me};${other}/badges?sort=awarded`)).toMatchObject([
    { name: 'Beta', award_count: 1, user: { user_id: other } },
    { name: 'git', award_count: 1, user: { user_id: me } },
    { name: 'Zeta', award_count: 2, user: { user_id: me } },
  ]);
});

test('/privileges tells what each allows', async () => {
  const privileges = await network.items('/privileges');
  const asking = { reputation: 1, short_description: 'ask and answer', description: expect.any(String) };
  expect(privileges[0]).toEqual(asking);
  expect(privileges.map((item) => item['description'])).toContain('View votes up &amp; down apart, not only their sum');
  expect(await network.items('/users/99999999/privileges')).toEqual([]);
});
