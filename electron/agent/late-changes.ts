import type { KeptAccount } from '../store/reputation-events.ts';

/** The network tells the time in whole seconds, and its machines differ by about as much. In ms. */
const sure = 2000;

/** Which changes happened after the network had said what the account's reputation is, so that they are not in it. */
export function isLater({ saidAt = Infinity }: Pick<KeptAccount, 'saidAt'>): (change: { onDate: number }) => boolean {
  return ({ onDate }) => onDate > saidAt + sure;
}

/** What changes add up to. */
export const sumOf = (changes: readonly { change: number }[]): number => changes.reduce((sum, { change }) => sum + change, 0);
