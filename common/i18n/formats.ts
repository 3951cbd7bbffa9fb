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
