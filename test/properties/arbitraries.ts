import fc from 'fast-check';

/** Values that have broken programs before, rather than just any. */

const LONE_SURROGATES = ['\ud800', '\udc00', '\udfff\ud800', 'a\ud83d'];
const ODD_TEXTS = [
  ...LONE_SURROGATES,
  // Nothing to be seen, or what moves what is.
  ...['', ' ', '\0', '\u0000\u0001\u001f', '\ufeff', '\u200b\u202e\u2066', '\r\n\r\nX-Injected: 1'],
  // Names that every object has.
  ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'],
  // Texts that could be read as values.
  ...['NaN', 'Infinity', '-0', 'null', 'undefined', '9007199254740993', '1e309'],
  // Escapes that are none, or of no character.
  ...['%', '%E0%A4%A', '%00', '&#0;&#x110000;&amp;amp;&#xD800;'],
  // Texts that are code elsewhere.
  ...['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', "'; DROP TABLE marks; --"],
  // Addresses, and what is none.
  ...['../../../etc/passwd', 'file:///etc/passwd', 'javascript:alert(1)', 'data:text/html,x', 'http://['],
  'https://user:password@host.example/',
  // Letters that change their length with their case or shape, or are many in one.
  ...['ﬃ', 'İ', 'ß', '\u0301'.repeat(50), '😀'.repeat(20)],
];

/** How long a text of one letter may be: long enough for whatever is quadratic to show. */
const MANY = 20_000;

export const oddText: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...ODD_TEXTS) },
  { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }) },
  { weight: 3, arbitrary: fc.string({ unit: 'grapheme', maxLength: 30 }) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('a', ' ', '<', '&', '*', '(', '\\', '[', '"', '\ud800', 'ä'), fc.nat(MANY))
      .map(([unit, times]) => unit.repeat(times)),
  },
  { weight: 2, arbitrary: fc.array(fc.constantFrom(...ODD_TEXTS), { maxLength: 4 }).map((parts) => parts.join('')) },
);

/** Zeros, powers of two from 2^31 on, the longest times, and the largest numbers of JSON. */
const ODD_NUMBERS = [
  0, -0, -1, 0.5, 1.5, 2_147_483_648, 4_294_967_296, 9_007_199_254_740_992, 9_007_199_254_740_994,
  -9_007_199_254_740_992, 8.64e12, 8.64e15, 8_640_000_000_000_001, 1e21, 1e300, 5e-324, 1_780_000_000, 253_402_300_799,
];

/** Numbers as JSON can say them. */
export const oddNumber: fc.Arbitrary<number> = fc.oneof(
  fc.constantFrom(...ODD_NUMBERS, 2 ** 60, 2 ** 63, Number.MAX_VALUE, -Number.MAX_VALUE),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

/** And those that it cannot say. */
export const anyNumber: fc.Arbitrary<number> = fc.oneof(oddNumber, fc.constantFrom(Number.NaN, Infinity, -Infinity));

const deep = fc.tuple(fc.constantFrom('array', 'object'), fc.integer({ min: 1, max: 300 })).map(([kind, levels]) => {
  let value: unknown = 1;
  for (let level = 0; level < levels; level++) value = kind === 'array' ? [value] : { a: value };
  return value;
});

/** An object of its own, with keys that belong to every object's parts. */
const withPrototypeKeys = fc
  .constantFrom('{"__proto__":{"polluted":1}}', '{"constructor":{"prototype":{"polluted":1}}}', '{"toString":1}')
  .map((text) => JSON.parse(text) as unknown);

/** What may stand anywhere in JSON. */
export const oddJson: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: oddText },
  { weight: 4, arbitrary: oddNumber },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [null], [[]], { items: {} }) },
  { weight: 1, arbitrary: deep },
  { weight: 1, arbitrary: withPrototypeKeys },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);

type Holder = Record<string, unknown> | unknown[];

interface Change {
  at: number;
  how: 'replace' | 'delete' | 'twice' | 'rename';
  value: unknown;
}

/** Every place in a JSON value, as what holds it and its key. */
function placesIn(value: unknown, found: { holder: Holder; key: string }[] = []): { holder: Holder; key: string }[] {
  if (typeof value !== 'object' || value === null || found.length > 5000) return found;
  for (const key of Object.keys(value)) {
    found.push({ holder: value as Holder, key });
    placesIn((value as Record<string, unknown>)[key], found);
  }
  return found;
}

const USUAL = { enumerable: true, configurable: true, writable: true };

function changed(valid: unknown, changes: readonly Change[]): unknown {
  const root = { root: structuredClone(valid) };
  for (const { at, how, value } of changes) {
    const places = placesIn(root);
    const { holder, key } = places[at % places.length]!;
    const fields = holder as Record<string, unknown>;
    if (how === 'delete' && key !== 'root') {
      if (Array.isArray(holder)) holder.splice(Number(key), 1);
      else delete fields[key];
    } else if (how === 'twice' && Array.isArray(holder)) holder.push(structuredClone(holder[Number(key)]));
    else if (how === 'rename' && !Array.isArray(holder) && key !== 'root' && typeof value === 'string')
      Object.defineProperty(holder, value, { ...USUAL, value: fields[key] });
    // A copy: constants among the values must not be changed by what follows, nor come to hold themselves.
    else fields[key] = structuredClone(value);
  }
  return root.root;
}

const how = fc.constantFrom('replace' as const, 'delete' as const, 'twice' as const, 'rename' as const);
const change = fc.record({ at: fc.nat(1_000_000), how, value: oddJson });

/** Valid values that were changed at a place or a few. */
export const mutated = (valid: fc.Arbitrary<unknown>, most = 4): fc.Arbitrary<unknown> =>
  fc.tuple(valid, fc.array(change, { maxLength: most })).map(([value, changes]) => changed(value, changes));

/** Values as JSON; no text where there is none. */
export const asJson = (values: fc.Arbitrary<unknown>) => values.map((value) => JSON.stringify(value) ?? '');

/** A text with pieces cut out, doubled or put in. */
export const mutatedText = (valid: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .tuple(valid, fc.array(fc.tuple(fc.nat(100_000), fc.nat(20), fc.option(oddText, { nil: '' })), { maxLength: 3 }))
    .map(([text, cuts]) =>
      cuts.reduce((kept, [at, length, put]) => {
        const from = at % (kept.length + 1);
        return kept.slice(0, from) + put + kept.slice(from + length);
      }, text),
    );
