/**
 * Gives what is made when it is asked for first. A format of `Intl` for numbers or dates makes ICU read its data of all
 * languages: 7 MB, of which an agent that says nothing has no use.
 */
export function onDemand<Made>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => (made ??= make());
}

/** Below this, numbers have no separators in any language that Askbell speaks. */
const SEPARATED_FROM = 1000;

/** Writes numbers as a language does, or one of its regions: `1,390` or `1.390`. `tag` is for `Intl`. */
export function wholeNumbers(tag: string): (value: number) => string {
  const format = onDemand(() => new Intl.NumberFormat(tag));
  // A tag with an extension (`en-u-nu-arab`) may ask for other digits.
  const isPlain = !/-u-/i.test(tag);
  return (value) =>
    isPlain && Number.isInteger(value) && value >= 0 && value < SEPARATED_FROM ? String(value) : format().format(value);
}

/** The decimal separator where most people are who speak Askbell's languages. For other regions `Intl` knows. */
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

/** From there on JavaScript writes numbers without an exponent. */
const LEAST_PLAIN = 0.001;

/** Writes numbers with two significant digits: `0.046`, `3,4`, `1,200`. `tag` is for `Intl`. */
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
