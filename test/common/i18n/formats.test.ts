import fc from 'fast-check';
import { expect, it } from 'vitest';
import { roughNumbers, wholeNumbers } from '../../../common/i18n/formats.ts';

const TAGS = ['en', 'de', 'es'].flatMap((language) =>
  ['', '-US', '-GB', '-CA', '-AU', '-IE', '-NZ', '-IN', '-ZA', '-DE', '-AT', '-CH', '-LI', '-LU', '-ES', '-AR', '-CL']
    .concat(['-CO', '-MX', '-419', '-DE-u-nu-arab', '-GB-u-nu-thai'])
    .map((region) => language + region),
);

/** Whether it lies in the middle between two numbers of two digits, where JavaScript and `Intl` may round apart. */
const isHalfway = (value: number) => /^0*[1-9]\d5$/.test(String(value).replace('.', '').replace(/0+$/, ''));

it('numbers are written as Intl writes them, wherever somebody is', () => {
  const values = fc
    .integer({ min: 0, max: 2_000_000 })
    .map((thousandths) => thousandths / 1000)
    .filter((value) => !isHalfway(value));
  const known = new Map(
    TAGS.map((tag) => [
      tag,
      { rough: new Intl.NumberFormat(tag, { maximumSignificantDigits: 2 }), whole: new Intl.NumberFormat(tag) },
    ]),
  );
  fc.assert(
    fc.property(fc.constantFrom(...TAGS), values, (tag, value) => {
      expect(roughNumbers(tag)(value)).toBe(known.get(tag)!.rough.format(value));
      expect(wholeNumbers(tag)(Math.round(value))).toBe(known.get(tag)!.whole.format(Math.round(value)));
    }),
    { numRuns: 2000 },
  );
});

it('roughly is two digits at most, however small', () => {
  expect([0, 0.000_01, 0.0456, 1234].map(roughNumbers('en-US'))).toEqual(['0', '0.00001', '0.046', '1,200']);
});
