import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openHistory } from '../../../../electron/store/history.ts';
import { propertyRuns } from '../../../support/property-runs.ts';
import { ITEMS, makeHistory, NOW, useEverything } from './small-history.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const PAGE_BYTES = 4096;

/** Random bytes that are the same in every run. */
function noise(seed: number): Uint8Array {
  let state = seed * 2654435761 + 1;
  return Uint8Array.from({ length: PAGE_BYTES }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state >>> 24;
  });
}

describe('a damaged history', () => {
  let folder: string;
  let file: string;
  let whole: Buffer;
  const open = () => openHistory(file, { now: () => NOW, warn: () => undefined });

  beforeEach(() => {
    folder = temporaryFolder();
    file = makeHistory(folder);
    whole = readFileSync(file);
  });

  it('opens and answers whatever page is damaged, and announces nothing twice', async () => {
    const pages = whole.length / PAGE_BYTES;
    expect(pages).toBeGreaterThan(30);
    const ways = [
      (page: number) => writePage(page, new Uint8Array(PAGE_BYTES)),
      (page: number) => writePage(page, noise(page)),
      (page: number) => truncateSync(file, page * PAGE_BYTES),
    ];
    // Each page in one way, and in all three where time does not matter.
    const cases = Array.from({ length: pages }, (_, page) =>
      ways.filter((_way, way) => propertyRuns(6) === 6 || way === page % ways.length).map((way) => ({ page, way })),
    ).flat();
    let saved = 0;
    for (const { page, way } of cases) {
      for (const name of readdirSync(folder)) rmSync(join(folder, name));
      writeFileSync(file, whole);
      way(page);
      const history = open();
      const { items, announcedTwice } = await useEverything(history);
      const kinds = history.file.troubles().map(({ kind }) => kind);
      history.close();
      expect({ page, announcedTwice }).toEqual({ page, announcedTwice: 0 });
      if (items < ITEMS) expect({ page, kinds }).toEqual({ page, kinds: ['history-damaged'] });
      const kept = readdirSync(folder).filter((name) => /^history\.damaged-.*\.sqlite$/.test(name));
      expect({ page, kept: kept.length }).toEqual({ page, kept: kinds.length });
      saved += items;
      // The next start finds nothing wrong.
      const again = open();
      expect(again.file.troubles()).toEqual([]);
      again.close();
    }
    // A page of some dozens holds a few rows: most of what is kept comes through.
    expect(saved / (cases.length * ITEMS)).toBeGreaterThan(0.5);
  });

  it('opens whatever part of the -wal is damaged that a killed Askbell left', async () => {
    const running = open();
    const ada = running.lastProfile('demo', 1)!;
    for (let value = 0; value < 20; value++) ada.setMark('position', value);
    const [main, wal] = [readFileSync(file), readFileSync(`${file}-wal`)];
    running.close();
    const step = Math.ceil(wal.length / 8);
    for (let at = 0; at < wal.length; at += step) {
      for (const name of readdirSync(folder)) rmSync(join(folder, name));
      writeFileSync(file, main);
      const damaged = Buffer.from(wal);
      damaged.set(noise(at).subarray(0, Math.min(PAGE_BYTES, wal.length - at)), at);
      writeFileSync(`${file}-wal`, damaged);
      const history = open();
      const { items, announcedTwice } = await useEverything(history);
      expect({ at, items, announcedTwice }).toEqual({ at, items: ITEMS, announcedTwice: 0 });
      expect(Number(history.lastProfile('demo', 1)!.mark('position') ?? 0)).toBeLessThan(20);
      history.close();
    }
  });

  function writePage(page: number, bytes: Uint8Array): void {
    const damaged = Buffer.from(whole);
    damaged.set(bytes, page * PAGE_BYTES);
    writeFileSync(file, damaged);
  }
});
