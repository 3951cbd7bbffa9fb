import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { demoFile, site, startNetwork, token } from '../../support/network.ts';

const file = await demoFile();
const network = await startNetwork({ file });

const total = async () => (await network.mine('/inbox', { filter: 'total' })).body['total'];
const add = (connection: DatabaseSync, title: string) =>
  connection.exec(
    `INSERT INTO inbox_items (account_id, item_type, site_id, title, body, created_at)
         SELECT account_id, item_type, site_id, '${title}', body, created_at FROM inbox_items
           WHERE account_id = ${network.account()} LIMIT 1`,
  );

test('answers that are kept are read anew after whatever was written, by whomever, and undone', async () => {
  const { db } = network.world;
  const before = Number(await total());
  expect(await total()).toBe(before);
  add(db, 'by SQL');
  expect(await total()).toBe(before + 1);
  const other = new DatabaseSync(file);
  add(other, 'by another program');
  other.close();
  expect(await total()).toBe(before + 2);
  db.exec("BEGIN; DELETE FROM inbox_items WHERE title LIKE 'by %'");
  expect(await total()).toBe(before);
  db.exec('ROLLBACK');
  expect(await total()).toBe(before + 2);
  db.exec('SAVEPOINT some');
  add(db, 'in a savepoint');
  expect(await total()).toBe(before + 3);
  db.exec('ROLLBACK TO some; RELEASE some');
  expect(await total()).toBe(before + 2);
  await network.control.reset();
  await network.control.grant({ token, accountId: network.account(), scopes: ['read_inbox'] });
  expect(await total()).toBe(before + 1);
});

test('answers that change with nothing but time are not kept', async () => {
  const promised = () => network.get('/questions/featured', { site, filter: 'total' });
  const featured = Number((await promised()).body['total']);
  expect(featured).toBeGreaterThan(0);
  expect((await promised()).body['total']).toBe(featured);
  network.clock.advance(30 * 24 * 3600);
  expect((await promised()).body['total']).toBe(0);
});
