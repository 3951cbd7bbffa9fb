import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { LATEST_SCHEMA } from '../../../../electron/store/database/schema.ts';
import { examineHistory, readStoredMarks } from '../../../../electron/store/database/examine.ts';
import { openHistory } from '../../../../electron/store/history.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { sql } from '../../../support/sql.ts';

describe('a look at a history', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = temporaryFolder();
    file = join(folder, 'history.sqlite');
  });

  const examine = (deadline = new AbortController().signal) => examineHistory(file, deadline);
  const identity = { network: 'demo', accountId: 7 };
  const fill = () => {
    const history = openHistory(file);
    history.profile({ network: 'demo', accountId: 7, displayName: 'Jo' }).setMark('budget', { max: 300 });
    return history;
  };

  it('finds none, or a sound one, and leaves nothing behind', async () => {
    expect(await examine()).toEqual({ state: 'absent' });
    fill().close();
    const before = readdirSync(folder);
    expect(await examine()).toMatchObject({ state: 'readable', version: LATEST_SCHEMA, checked: 'all' });
    expect(readStoredMarks(file, 'demo', 7)).toEqual({ budget: { max: 300 }, identity });
    expect(readStoredMarks(file, 'demo', 8)).toEqual({});
    expect(readdirSync(folder)).toEqual(before);
  });

  it('works while Askbell writes into it, and sees what it wrote last', async () => {
    const history = fill();
    expect(await examine()).toMatchObject({ state: 'readable' });
    expect(readStoredMarks(file, 'demo', 7)).toEqual({ budget: { max: 300 }, identity });
    history.profile({ network: 'demo', accountId: 9, displayName: 'Flo' });
    history.close();
  });

  it('tells when the last backup was made, and stops where the time is over', async () => {
    fill().close();
    expect(await examine()).toMatchObject({ backedUpAt: undefined });
    writeFileSync(join(folder, 'history.backup-1.sqlite'), '');
    const facts = { state: 'readable', checked: 'part', backedUpAt: expect.any(Date) };
    expect(await examine(AbortSignal.abort())).toMatchObject(facts);
  });

  it('tells a damaged one, a newer one and another program’s apart', async () => {
    fill().close();
    const whole = readFileSync(file);
    const damaged = Buffer.from(whole);
    // The first pages stay: it can be opened, and what is in it is nonsense.
    damaged.fill(0xa5, 8192);
    writeFileSync(file, damaged);
    expect(await examine()).toMatchObject({ state: 'damaged' });

    writeFileSync(file, whole);
    sql(file, 'PRAGMA user_version = 99');
    expect(await examine()).toMatchObject({ state: 'readable', version: 99, known: LATEST_SCHEMA });

    writeFileSync(file, 'This is no database. '.repeat(500));
    expect(await examine()).toEqual({ state: 'foreign' });
    rmSync(file);
    sql(file, 'CREATE TABLE recipes (name TEXT)');
    expect(await examine()).toEqual({ state: 'foreign' });
  });
});
