import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson } from '../../../../electron/api/http/body.ts';

const nested = (levels: number, [open, close] = ['[', ']']): string => open.repeat(levels) + close.repeat(levels);

/** Sites as the public service lists them, with every field. */
const sites = (count: number): object[] =>
  Array.from({ length: count }, (_, index) => ({
    ...Object.fromEntries(Array.from({ length: 15 }, (_unused, field) => [`field_${field}`, `value ${index}`])),
    aliases: ['https://a.example', 'https://b.example'],
    styling: { link_color: '#0077CC', tag_foreground_color: '#3E6D8E', tag_background_color: '#E0EAF1' },
  }));

describe('JSON of a network', () => {
  it('is read as JSON.parse reads it', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), (text) => {
        expect(parseJson(text)).toEqual(JSON.parse(text));
      }),
    );
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('"', '\\', '&', '[', '}', ',', ':', ' ', 'a', '1') }), (text) => {
        let expected: unknown;
        try {
          expected = JSON.parse(text);
        } catch {
          expected = undefined;
        }
        expect(parseJson(text)).toEqual(expected);
      }),
    );
  });

  it('is read whole where a thousand sites, or a hundred posts full of code, are listed', () => {
    const all = sites(1000);
    expect(parseJson(JSON.stringify(all))).toEqual(all);
    const posts = Array.from({ length: 100 }, () => ({
      body: '<code>if (a[0] &lt; "b") {\n  return;\n}</code>\n'.repeat(40),
    }));
    expect(parseJson(JSON.stringify(posts))).toEqual(posts);
  });

  it.each([
    ['lists within each other', nested(51)],
    ['objects within each other', `${'{"a":'.repeat(51)}1${'}'.repeat(51)}`],
    ['three million lists', nested(3_000_000)],
    ['more values than an answer has', `[${'0,'.repeat(200_000)}0]`],
    ['more names', `{${Array.from({ length: 5000 }, (_, index) => `"${index}":0`).join(',')}}`],
    ['more escapes', `["${String.raw`\n`.repeat(200_000)}"]`],
    ['more entities', `["${'&amp;'.repeat(50_000)}"]`],
    ['what breaks off', '{"items":['],
    ['another text', 'No.'],
  ])('is not read: %s', (_what, text) => expect(parseJson(text)).toBeUndefined());

  it('may be as deep as no answer is, with brackets in its texts', () => {
    expect(parseJson(nested(50))).toBeDefined();
    expect(parseJson(JSON.stringify([nested(1000), '"['.repeat(1000)]))).toBeDefined();
  });
});
