import type { Pair } from './matrix.ts';
import { TABLE, type FaultName } from './table.ts';

const most = (numbers: number[]): number => Math.max(0, ...numbers);

/** What one fault came to, as a JSON line. */
export function faultLine(fault: FaultName, pairs: readonly Pair[]): object {
  const polled = pairs.filter(({ manner }) => manner === 'polled' || manner === 'everything');
  const outage = pairs.find(({ manner }) => manner === 'everything');
  const failed = pairs.filter(({ missed }) => missed.length > 0);
  const told = [...new Set(pairs.flatMap(({ seen }) => [...seen.told]))];
  return {
    fault,
    what: TABLE[fault].what,
    pairs: pairs.length,
    failed: failed.length,
    told,
    shown: [...new Set(polled.flatMap(({ seen }) => [...seen.shown]))],
    mostRequestsAnHour: most(polled.map(({ seen }) => seen.sent)),
    slowestBackMin: finite(most(polled.map(({ seen }) => seen.backAfterMin))),
    ...(outage && { outageBackMin: finite(outage.seen.backAfterMin), outageRequestsAnHour: outage.seen.sent }),
    ...(failed.length > 0 && { missed: failed.map(inWords) }),
  };
}

/** JSON has no infinity. */
const finite = (minutes: number): number | null => (Number.isFinite(minutes) ? Math.round(minutes * 100) / 100 : null);

export const inWords = ({ fault, subject, manner, missed }: Pair): string =>
  `${fault} at ${subject}${manner === 'wired' ? ' over a socket' : ''}: ${missed.join('; ')}`;
