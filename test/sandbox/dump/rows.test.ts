import { SaxesParser } from 'saxes';
import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { scanRows } from '../support/scan-rows.ts';
import { propertyRuns } from '../../support/property-runs.ts';

/** What an XML parser makes of the rows. */
function parse(text: string, columns: string[]): (string | undefined)[][] {
  const rows: (string | undefined)[][] = [];
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => {
    if (name === 'row') rows.push(columns.map((column) => attributes[column]));
  });
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(text).close();
  return rows;
}

const columns = ['Id', 'Title', 'Body'];
/** Characters that XML 1.0 allows, those that need care often. */
const character = fc.oneof(
  fc.constantFrom(...'<>&"\'=/ \t\n\r;#x-]![', 'ä', '€', '😀', '\u0085', '\u2028', '\ufffd'),
  fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 3 })
    .filter((text) => /^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]+$/u.test(text)),
);
const value = fc.array(character, { maxLength: 12 }).map((parts) => parts.join(''));
const blanks = fc.stringMatching(/^[ \t\n\r]{1,3}$/);
const maybeBlanks = fc.stringMatching(/^[ \t\n\r]{0,2}$/);

/** A value as an attribute's source: what must be escaped is, the rest sometimes. */
const source = (text: string, quote: string) =>
  fc.array(fc.nat(3), { minLength: text.length + 1, maxLength: text.length + 1 }).map((ways) =>
    Array.from(text, (one, index) => {
      const way = ways[index] ?? 0;
      const code = one.codePointAt(0) ?? 0;
      const names: Record<string, string> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;', "'": '&apos;' };
      const needed = one === '<' || one === '&' || one === quote;
      if (way === 1) return `&#${code};`;
      if (way === 2) return `&#x${code.toString(16)};`;
      return needed || way === 3 ? (names[one] ?? one) : one;
    }).join(''),
  );

const name = fc.constantFrom(...columns, 'Other', 'data-x', 'ns:y');
const attribute = fc
  .tuple(name, value, fc.constantFrom('"', "'"), maybeBlanks, maybeBlanks)
  .chain(([named, text, quote, before, after]) =>
    source(text, quote).map((inner) => ({ named, written: `${named}${before}=${after}${quote}${inner}${quote}` })),
  );
const attributes = fc.uniqueArray(attribute, { selector: ({ named }) => named, maxLength: 5 });
const row = fc
  .tuple(attributes, blanks, fc.constantFrom('/>', ' />', '></row>', '\n>text</row >'))
  .map(([all, gap, end]) => `<row${all.map(({ written }) => `${gap}${written}`).join('')}${end}`);
const between = fc.constantFrom(
  ...['\n', '  ', '<!-- <row Id="0"/> -->', '<![CDATA[ <row Id="0"/> ]]>'],
  ...['<rows Id="3"/>', '<?note <row?>', 'text &amp; more'],
);
const file = fc
  .array(fc.tuple(between, row), { maxLength: 6 })
  .map(
    (parts) =>
      `<?xml version="1.0" encoding="utf-8"?>\n<posts xmlns:ns="urn:x">${parts.map(([gap, one]) => gap + one).join('')}</posts>`,
  );

test.prop([file, fc.array(fc.nat(), { maxLength: 8 })], { numRuns: propertyRuns(400) })(
  'the row scanner reads what an XML parser reads, however the file is cut into pieces',
  (text, cuts) => {
    const seen = scanRows(text, columns, cuts);
    expect(seen.broken).toEqual([]);
    expect(seen.rows.map(({ values }) => values)).toEqual(parse(text, columns));
    expect(seen.rows.map(({ number }) => number)).toEqual(seen.rows.map((_, index) => index + 1));
  },
);

test('the row scanner finds the rows after one that is broken anyhow, and counts it', () => {
  const whole = '<row Id="1" Title="a &amp; b"/>';
  fc.assert(
    fc.property(fc.nat(whole.length - 6), fc.string({ maxLength: 4 }), (at, noise) => {
      // Something is cut out of the middle of a row, or put into it.
      const text = `<posts>\n${whole.slice(0, 5 + at)}${noise}\n${whole}\n${whole}\n</posts>`;
      const seen = scanRows(text, columns);
      expect(seen.rows.slice(-1)[0]?.values).toEqual(['1', 'a & b', undefined]);
      expect(seen.rows.length + seen.broken.length).toBeGreaterThanOrEqual(2);
    }),
  );
});

test.each([
  ['<row Id="1"', 'it does not end'],
  ['<row Id="1" Title=x />', 'Title has no quotes'],
  ['<row Id="1" Title="x />', 'Title has no closing quote'],
  ['<row Id="1" Title />', 'an attribute has no value'],
  ['<row Id="1" Id="2" />', 'Id comes twice'],
  ['<row Id="1"Title="2" />', 'attributes run into each other'],
  ['<row Id="1" Title="fish & chips" />', 'Title holds "&" without a known reference'],
  ['<row Id="1" Title="&nbsp;" />', 'Title holds "&" without a known reference'],
  ['<row Id="1" Title="a < b" />', 'Title has no closing quote'],
])('the row scanner says what is wrong with %s', (wrong, why) => {
  const seen = scanRows(`<x><row Id="7"/>\n${wrong}\n<row Id="8"/></x>`, columns);
  expect(seen.broken).toEqual([{ number: 2, why }]);
  expect(seen.rows.map(({ values, number }) => `${values[0]} at ${number}`)).toEqual(['7 at 1', '8 at 3']);
});

test('the row scanner lets characters by number through that XML forbids, and no half of a pair', () => {
  expect(scanRows('<row Id="&#x1;&#0;&#xD800;&#x1F600;&#1114112;"/>', ['Id']).rows[0]?.values).toEqual([
    '\u0001\ufffd\ufffd😀\ufffd',
  ]);
});

test('the row scanner says that a comment does not end, and holds on to no garbage', () => {
  const broken = [{ number: 1, why: 'a comment does not end' }];
  expect(scanRows('<x><!-- <row Id="1"/>', ['Id'])).toEqual({ rows: [], broken });
  const cuts = Array.from({ length: 20 }, (_, nth) => nth * 1024 * 1024);
  const seen = scanRows(`<row Id="${'x'.repeat(20 * 1024 * 1024)}"/><row Id="2"/>`, ['Id'], cuts);
  expect([seen.broken[0]?.number, seen.rows[0]?.number]).toEqual([1, 2]);
});
