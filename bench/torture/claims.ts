/** The lines of the file of claims. */
export const CLAIMS = {
  /** A process began to live. */
  life: 'life',
  /** It is about to claim a notification. */
  claim: (id: number): string => `claim ${id}`,
  /** The turn of the event loop in which it claimed is over: by then it has handed over what it claimed. */
  over: 'over',
} as const;

/**
 * The notifications whose claim was the last word of a life: it was killed in the same turn of the event loop, before
 * it could show what it had claimed. No other kill explains that something was claimed and not shown.
 */
export function unfinishedClaims(text: string): Set<number> {
  const lines = [...text.split('\n').filter(Boolean), CLAIMS.life];
  return new Set(
    lines.flatMap((line, index) => {
      const claim = /^claim (\d+)$/.exec(lines[index - 1] ?? '');
      return line === CLAIMS.life && claim ? [Number(claim[1])] : [];
    }),
  );
}
