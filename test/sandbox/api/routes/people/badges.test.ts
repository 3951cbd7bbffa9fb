import { describe, expect, test } from 'vitest';
import { error, noon, site, startNetwork, type Parameters } from '../../../support/network.ts';

const network = await startNetwork();
const [me, other] = [network.member(site), network.member(site, 1)];
const { db, actions } = network.world;
db.exec(`DELETE FROM user_badges WHERE site_id = 1; DELETE FROM badges WHERE site_id = 1`);
const insert = db.prepare(
  'INSERT INTO badges (site_id, id, name, rank, badge_type, description) VALUES (1, ?, ?, ?, ?, ?)',
);
insert.run(1, 'Mid "one"', 'gold', 'named', 'First of all');
insert.run(2, 'Zeta', 'silver', 'named', 'Second');
insert.run(3, 'Beta', 'bronze', 'named', 'Third');
insert.run(4, 'git', 'bronze', 'tag_based', 'For a tag');
actions.award({ site, userId: me, badge: 'Zeta', at: noon - 400 });
actions.award({ site, userId: me, badge: 'Zeta', at: noon - 300 });
actions.award({ site, userId: me, badge: 'git', at: noon - 200 });
actions.award({ site, userId: other, badge: 'Beta', at: noon - 100 });

async function names(path: string, parameters: Parameters = {}): Promise<unknown[]> {
  const items = await network.items(path, parameters);
  return items.map((item) => item['name']);
}
const mid = 'Mid &quot;one&quot;';

describe('/badges', () => {
  test('sorts by rank (gold before silver before bronze), name and type', async () => {
    expect(await names('/badges', { order: 'asc' })).toEqual([mid, 'Zeta', 'Beta', 'git']);
    expect(await names('/badges', { sort: 'name', order: 'asc' })).toEqual(['Beta', 'git', mid, 'Zeta']);
    expect(await names('/badges', { sort: 'name', min: 'f', max: 'N' })).toEqual([mid, 'git']);
    expect(await names('/badges', { sort: 'type' })).toEqual(['git', 'Beta', 'Zeta', mid]);
  });

  test('min and max of a rank are its words', async () => {
    expect(await names('/badges', { sort: 'rank', max: 'gold' })).toEqual([mid]);
    expect(await names('/badges', { sort: 'rank', min: 'bronze' })).toEqual(['git', 'Beta']);
    expect(await names('/badges', { sort: 'rank', min: 'silver', max: 'SILVER' })).toEqual(['Zeta']);
    expect(await names('/badges', { sort: 'type', min: 'tag_based' })).toEqual(['git']);
    expect((await network.get('/badges', { site, min: 'iron' })).body).toMatchObject(error(400, 'min'));
  });

  test('/badges/name has those that are no tag’s, /badges/tags the others; both by rank and name only', async () => {
    expect(await names('/badges/name', { sort: 'name', order: 'asc' })).toEqual(['Beta', mid, 'Zeta']);
    expect(await names('/badges/name', { order: 'asc' })).toEqual([mid, 'Zeta', 'Beta']);
    expect(await names('/badges/tags')).toEqual(['git']);
    for (const path of ['/badges/name', '/badges/tags'])
      expect((await network.get(path, { site, sort: 'type' })).body).toMatchObject(error(400, 'sort'));
  });

  test('/badges/{ids} and inname', async () => {
    expect(await names('/badges/2;4;99')).toEqual(['git', 'Zeta']);
    expect(await names('/badges', { inname: 'ZET' })).toEqual(['Zeta']);
  });

  test('a badge tells how often it was given', async () => {
    expect((await network.get('/badges/2', { site })).body.items).toEqual([
      {
        badge_id: 2,
        name: 'Zeta',
        rank: 'silver',
        badge_type: 'named',
        award_count: 2,
        link: `${network.apiBaseUrl}/sites/loops/badges/2`,
      },
    ]);
  });
});

describe('badges of users', () => {
  test('/users/{ids}/badges and /me/badges tell whose they are and how many', async () => {
    const { body } = await network.get(`/users/${me};${other}/badges`, { site, sort: 'awarded' });
    expect(body.items).toMatchObject([
      { name: 'Beta', award_count: 1, user: { user_id: other } },
      { name: 'git', award_count: 1, user: { user_id: me } },
      { name: 'Zeta', award_count: 2, user: { user_id: me } },
    ]);
    expect(await names('/me/badges', { order: 'asc' })).toEqual(['Zeta', 'git']);
    expect(await names('/me/badges', { sort: 'awarded', min: noon - 200 })).toEqual(['git']);
  });

  test('/badges/recipients has each award, the last first', async () => {
    expect(await names('/badges/recipients')).toEqual(['Beta', 'git', 'Zeta', 'Zeta']);
    expect(await names('/badges/2/recipients', { fromdate: noon - 300 })).toEqual(['Zeta']);
  });
});

describe('privileges', () => {
  test('/privileges lists them from the least demanding on', async () => {
    const { body } = await network.get('/privileges', { site });
    expect(body.items[0]).toEqual({
      reputation: 1,
      short_description: 'ask and answer',
      description: expect.any(String),
    });
    const needed = body.items.map((item) => Number(item['reputation']));
    expect(needed).toEqual(needed.toSorted((a, b) => a - b));
    expect(body.items.map((item) => item['description'])).toContain(
      'View votes up &amp; down apart, not only their sum',
    );
  });

  test('/users/{id}/privileges and /me/privileges have those that were earned', async () => {
    network.world.db.exec(`UPDATE users SET reputation = 100 WHERE site_id = 1 AND id IN (${me}, ${other})`);
    for (const path of [`/users/${other}/privileges`, '/me/privileges']) {
      const needed = (await network.mine(path, { site })).body.items.map((item) => item['reputation']);
      expect(needed).toEqual([1, 5, 15, 20, 50, 75]);
    }
    expect((await network.get('/users/99999999/privileges', { site })).body.items).toEqual([]);
    expect((await network.get(`/users/${me};${other}/privileges`, { site })).body).toMatchObject(error(404));
  });
});
