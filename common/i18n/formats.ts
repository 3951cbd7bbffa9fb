/**
 * Returns a function that creates a value on its first call and caches it. The number and date formats of `Intl` make
 * ICU load its data for all languages (7 MB), which an agent that shows nothing does not need.
 */
export function onDemand<Made>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => (made ??= make());
}

/** Below this, numbers have no separators in any supported language. */
const SEPARATED_FROM = 1000;

/** Returns a formatter for whole numbers in a language or region: `1,390` or `1.390`. `tag` is for `Intl`. */
export function wholeNumbers(tag: string): (value: number) => string {
  const format = onDemand(() => new Intl.NumberFormat(tag));
  // A tag with an extension (`en-u-nu-arab`) may ask for other digits.
  const isPlain = !/-u-/i.test(tag);
  return (value) =>
    isPlain && Number.isInteger(value) && value >= 0 && value < SEPARATED_FROM ? String(value) : format().format(value);
}

/** Decimal separators of the most common locales. Others use `Intl`. */
const DECIMAL_SEPARATORS: Readonly<Record<string, string>> = {
  en: '.',
  'en-AU': '.',
  'en-CA': '.',
  'en-GB': '.',
  'en-IE': '.',
  'en-IN': '.',
  'en-NZ': '.',
  'en-US': '.',
  de: ',',
  'de-AT': ',',
  'de-CH': '.',
  'de-DE': ',',
  'de-LU': ',',
  es: ',',
  'es-AR': ',',
  'es-CL': ',',
  'es-CO': ',',
  'es-ES': ',',
  'es-MX': '.',
  'es-US': '.',
};

/** Smallest value that JavaScript prints without an exponent. */
const LEAST_PLAIN = 0.001;

/** Returns a formatter with two significant digits: `0.046`, `3,4`, `1,200`. `tag` is for `Intl`. */
export function roughNumbers(tag: string): (value: number) => string {
  const format = onDemand(() => new Intl.NumberFormat(tag, { maximumSignificantDigits: 2 }));
  const separator = DECIMAL_SEPARATORS[tag];
  return (value) => {
    const rounded = Number(value.toPrecision(2));
    return separator !== undefined && (value === 0 || rounded >= LEAST_PLAIN) && rounded < SEPARATED_FROM
      ? String(rounded).replace('.', separator)
      : format().format(value);
  };
}
