import type { Stretch } from '../../../../common/contract/contract.ts';

/** A text with the stretches that a search found marked. */
export function MarkedText({ text, stretches }: { text: string; stretches: readonly Stretch[] | undefined }) {
  if (stretches === undefined || stretches.length === 0) return text;
  return (
    <>
      {stretches.map(({ from, to }, index) => (
        <span key={from}>
          {text.slice(stretches[index - 1]?.to ?? 0, from)}
          <mark>{text.slice(from, to)}</mark>
        </span>
      ))}
      {text.slice(stretches.at(-1)?.to)}
    </>
  );
}
