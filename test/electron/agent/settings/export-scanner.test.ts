import { fc, it } from '@fast-check/vitest';
import { expect } from 'vitest';
import { ExportScanner } from '../../../../electron/agent/settings/export-scanner.ts';
import { ENGLISH } from '../../../../common/i18n/localized-text.ts';
import { readExport } from '../../../../electron/agent/settings/export-file.ts';
import type { UserFacingError } from '../../../../electron/agent/user-facing-error.ts';

/** What a scanner makes of a text that comes in pieces of a length. */
function scan(text: string, length: number): { values: [string, unknown][]; isOver: boolean } {
  const scanner = new ExportScanner();
  const values: [string, unknown][] = [];
  for (let from = 0; from < text.length; from += length)
    for (const { path, json } of scanner.read(text.slice(from, from + length)))
      values.push([path.join('.'), JSON.parse(json)]);
  return { values, isOver: scanner.isOver };
}

it.prop([
  fc.jsonValue(),
  fc.array(fc.jsonValue(), { maxLength: 3 }),
  fc.integer({ min: 1, max: 40 }),
  fc.constantFrom(undefined, 1, '\t'),
])(
  'an export in pieces is cut into the same values whatever the pieces, and however it is laid out',
  (odd, items, length, layout) => {
    const text = JSON.stringify({ odd, watches: items, history: [{ network: 'n', inbox: items }] }, null, layout);
    const expected = [
      ['odd', odd],
      ...items.map((item, at) => [`watches.${at}`, item]),
      ['history.0.network', 'n'],
      ...items.map((item, at) => [`history.0.inbox.${at}`, item]),
    ];
    expect(scan(text, length)).toEqual({ values: JSON.parse(JSON.stringify(expected)), isOver: true });
  },
);

it('an export in pieces is told from what is no object, what goes on after its end, ends too soon or is longer than any', () => {
  expect(() => scan('Dear diary', 4)).toThrow(SyntaxError);
  expect(() => scan('[1]', 4)).toThrow(SyntaxError);
  expect(() => scan('{"a":1} {', 4)).toThrow(SyntaxError);
  expect(scan('{"a":[1', 3)).toEqual({ values: [], isOver: false });
  // No value is kept in memory that is longer than any of Askbell.
  expect(() => scan(`{"a":"${'x'.repeat(1_100_000)}"}`, 65_536)).toThrow(RangeError);
});

const own = JSON.stringify({ askbell: 1, exportedAt: '2026', version: '1', settings: {}, watches: [] });
it.each([
  ['cut short', own.slice(0, -4), 'This export is damaged or has been changed.', 'settings'],
  ['not JSON from some place on', own.replace('{}', '{,}'), 'This export is damaged or has been changed.', 'settings'],
  ['another program’s', '{"name":"askbell"', 'This file was not exported by Askbell.', 'askbell-'],
])('an export that cannot be read is told as what it is: %s', async (_, text, message, advice) => {
  const pieces = (async function* () {
    yield* text.match(/.{1,7}/gu) ?? [];
  })();
  const error = await readExport(pieces).catch((reason: unknown) => reason as UserFacingError);
  expect((error as UserFacingError).in(ENGLISH)).toEqual({ message, advice: expect.stringContaining(advice) });
});
