const VERSION = /^v?(\d{1,9})\.(\d{1,9})\.(\d{1,9})$/;

const numbersOf = (version: string) => VERSION.exec(version)?.slice(1).map(Number);

/**
 * Whether a version is newer than another. A version that is not `x.y.z` (a trial release, say) is never newer. Pure.
 */
export function isNewer(version: string, than: string): boolean {
  const [one, other] = [numbersOf(version), numbersOf(than)];
  if (!one || !other) return false;
  const different = one.findIndex((number, index) => number !== other[index]);
  return different !== -1 && (one[different] as number) > (other[different] as number);
}
