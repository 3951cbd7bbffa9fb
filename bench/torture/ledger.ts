import type { Produced } from './people.ts';

/** A notification as the history keeps it. */
export interface KeptNotice {
  id: number;
  /** pending, shown (claimed, that is), merged, dropped or failed. */
  state: string;
  kind: string;
  title: string;
  subjects: { kind: string; key?: string; siteId?: string; questionId?: number }[];
}

/** What Askbell's history holds, from when the network began to produce. */
export interface Kept {
  inbox: { key: string; serial: number | undefined }[];
  questions: { siteId: string; questionId: number }[];
  points: Record<string, number>;
  notices: KeptNotice[];
}

/** A notification that the desktop showed, as the process itself wrote it down at once. */
export interface Shown {
  id: number;
  kind: string;
  title: string;
}

/** What a comparison finds; each list names things in words. */
export interface Ledger {
  /** Produced, and not in the history, or never announced. */
  lost: string[];
  /** Shown twice, announced by two notifications, or listed twice. */
  twice: string[];
  /** Shown or listed, and never produced. */
  invented: string[];
  /** How many notifications were claimed and not shown: the known price of claiming first. */
  claimedNotShown: number;
  shown: number;
}

/** How often each name is there. */
function counts(names: readonly string[]): Map<string, number> {
  const counted = new Map<string, number>();
  for (const name of names) counted.set(name, (counted.get(name) ?? 0) + 1);
  return counted;
}

/** The points that a notification of reputation tells: "+10 reputation on Loops". */
function pointsOf(title: string): number {
  const found = /^([+\u2212-])(\d[\d,]*)/.exec(title);
  return found ? (found[1] === '+' ? 1 : -1) * Number(found[2]!.replaceAll(',', '')) : 0;
}

const questionName = (site: string, id: number): string => `question ${site}/${id}`;

/** Compares names that are to be there once each with those that are. */
function compareNames(ledger: Ledger, where: string, wanted: readonly string[], found: readonly string[]): void {
  const times = counts(found);
  for (const name of wanted) {
    const count = times.get(name) ?? 0;
    if (count === 0) ledger.lost.push(`${name} is not ${where}`);
    else if (count > 1) ledger.twice.push(`${name} is ${where} ${count} times`);
    times.delete(name);
  }
  for (const name of times.keys()) ledger.invented.push(`${name} is ${where} and was never made`);
}

/** Points are a sum: what is missing of it is lost, what is too much was told twice. */
function comparePoints(
  ledger: Ledger,
  where: string,
  wanted: Record<string, number>,
  found: Record<string, number>,
): void {
  for (const site of new Set([...Object.keys(wanted), ...Object.keys(found)])) {
    const [want, have] = [wanted[site] ?? 0, found[site] ?? 0];
    if (want === have) continue;
    const list = Math.abs(have) < Math.abs(want) || have * want < 0 ? ledger.lost : ledger.twice;
    list.push(`of ${want} points on ${site}, ${have} are ${where}`);
  }
}

/** Compares everything the network produced with the history, and with what was announced. Pure. */
export function compare(produced: Produced, kept: Kept, shown: readonly Shown[]): Ledger {
  const ledger: Ledger = { lost: [], twice: [], invented: [], claimedNotShown: 0, shown: shown.length };
  const serialOfKey = new Map(kept.inbox.map(({ key, serial }) => [key, serial]));
  const itemName = (serial: number | undefined) => `inbox item No. ${serial ?? 'unknown'}`;
  const wantedItems = produced.inbox.map(({ serial }) => itemName(serial));
  const wantedQuestions = produced.questions.map(({ site, id }) => questionName(site, id));

  compareNames(
    ledger,
    'in the history',
    [...wantedItems, ...wantedQuestions],
    [
      ...kept.inbox.map(({ serial }) => itemName(serial)),
      ...kept.questions.map(({ siteId, questionId }) => questionName(siteId, questionId)),
    ],
  );
  comparePoints(ledger, 'in the history', produced.points, kept.points);

  const claimed = kept.notices.filter(({ state }) => state === 'shown');
  const announced = claimed.flatMap(({ subjects }) =>
    subjects.flatMap((subject) => {
      if (subject.kind === 'inbox') return [itemName(serialOfKey.get(subject.key!))];
      return subject.kind === 'question' ? [questionName(subject.siteId!, subject.questionId!)] : [];
    }),
  );
  compareNames(ledger, 'announced', [...wantedItems, ...wantedQuestions], announced);
  const announcedPoints: Record<string, number> = {};
  // A summary does not say how much; those that it stands for do.
  for (const { kind, state, title, subjects } of kept.notices)
    if (kind === 'reputation' && (state === 'shown' || state === 'merged')) {
      const site = subjects[0]?.siteId ?? '?';
      announcedPoints[site] = (announcedPoints[site] ?? 0) + pointsOf(title);
    }
  comparePoints(ledger, 'announced', produced.points, announcedPoints);

  const titles = new Map(claimed.map(({ id, title }) => [id, title]));
  for (const [name, times] of counts(shown.map(({ id }) => String(id))))
    if (times > 1) ledger.twice.push(`notification ${name} was shown ${times} times`);
  for (const { id, title } of shown)
    if (titles.get(id) !== title) ledger.invented.push(`notification ${id} "${title}" is not in the history`);
  const shownIds = new Set(shown.map(({ id }) => id));
  ledger.claimedNotShown = claimed.filter(({ id }) => !shownIds.has(id)).length;
  return ledger;
}
