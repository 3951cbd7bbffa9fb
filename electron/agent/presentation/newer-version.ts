const VERSION = /^v?(\d{1,9})\.(\d{1,9})\.(\d{1,9})$/;

const numbersOf = (version: string) => VERSION.exec(version)?.slice(1).map(Number);

/** Whether a version comes after another. What is no plain version (a trial release, say) comes after nothing. Pure. */
export function isNewer(version: string, than: string): boolean {
  const [one, other] = [numbersOf(version), numbersOf(than)];
  if (!one || !other) return false;
  const different = one.findIndex((number, index) => number !== other[index]);
  return different !== -1 && (one[different] as number) > (other[different] as number);
}
