import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRowTable, ROW_COLUMNS } from '../../../../sandbox/api/encoding/row-table.ts';

test('a row is found by its group and id with what was written to it, until all is forgotten', () => {
  fc.assert(
    fc.property(
      // Few places and ids, so that rows meet; and all the bits an id can have.
      fc.array(
        fc.oneof(fc.constant('clear'), fc.tuple(fc.nat(2), fc.oneof(fc.nat(20), fc.integer()), fc.nat(2 ** 31 - 1))),
        { maxLength: 60 },
      ),
      (steps) => {
        const table = createRowTable(5);
        const known = new Map<string, number>();
        let groups = [table.group(), table.group(), table.group()];
        for (const step of steps) {
          if (typeof step === 'string') {
            table.clear();
            known.clear();
            groups = [table.group(), table.group(), table.group()];
            continue;
          }
          const [which, id, start] = step;
          const group = groups[which] ?? 0;
          const name = `${group} ${id}`;
          const place = table.find(group, id);
          expect(place < 0 ? undefined : table.columns[place + ROW_COLUMNS.start]).toBe(known.get(name));
          if (place >= 0) continue;
          const added = table.add(group, id);
          expect(added < 0).toBe(known.size >= 16);
          if (added < 0) continue;
          table.columns[added + ROW_COLUMNS.start] = start;
          known.set(name, start);
        }
        for (const [name, start] of known) {
          const [group = 0, id = 0] = name.split(' ').map(Number);
          expect(table.columns[table.find(group, id) + ROW_COLUMNS.start]).toBe(start);
        }
      },
    ),
  );
});

test('every row is found after the table has grown, and none of those that were forgotten before', () => {
  const table = createRowTable(13);
  const forgotten = table.group();
  for (let id = 0; id < 300; id += 1) table.add(forgotten, id);
  table.clear();
  const groups = [table.group(), table.group()];
  for (let id = 0; id < 2048; id += 1)
    for (const group of groups) {
      const place = table.add(group, id * 7919);
      table.columns[place + ROW_COLUMNS.start] = id * 2 + group;
    }
  for (const group of groups)
    for (let id = 0; id < 2048; id += 1)
      expect(table.columns[table.find(group, id * 7919) + ROW_COLUMNS.start]).toBe(id * 2 + group);
  expect(table.find(forgotten, 0)).toBe(-1);
  expect(table.add(groups[0]!, -1)).toBe(-1);
});
