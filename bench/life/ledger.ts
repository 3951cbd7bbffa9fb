import type { Change, Produced } from './people.ts';

/** A notification as the history keeps it. */
export interface KeptNotification {
  id: number;
  /** pending, shown (claimed, that is), merged, dropped or failed. */
  state: string;
  kind: string;
  title: string;
  /** `change` and `keys`: by how many points a site's reputation moved, and by which changes. */
  subjects: {
    kind: string;
    key?: string;
    siteId?: string;
    questionId?: number;
    change?: number;
    keys?: string[];
  }[];
}

/** What Askbell's history holds, from when the network began to produce. */
export interface Kept {
  /** `touched`: the person read or snoozed it, so that it may not be announced. */
  inbox: { key: string; serial: number | undefined; touched?: number | undefined }[];
  questions: { siteId: string; questionId: number; touched?: number | undefined }[];
  changes: Change[];
  notices: KeptNotification[];
  /** The notifications that were claimed just before a kill, and so may not have been shown. */
  unfinished: ReadonlySet<number>;
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
  /** Announced by two notifications, or listed twice. */
  twice: string[];
  /** Notifications that were shown twice. */
  shownTwice: string[];
  /** Shown or listed, and never produced. */
  invented: string[];
  /** Claimed and not shown, though nothing was killed between the two. */
  neverShown: string[];
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

/** What several changes are together, by names of theirs. */
function sums(changes: readonly Change[], nameOf: (change: Change) => string): Map<string, number> {
  const summed = new Map<string, number>();
  for (const change of changes) {
    const name = nameOf(change);
    summed.set(name, (summed.get(name) ?? 0) + change.change);
  }
  return summed;
}

/** Sums that are not what they are to be; `isLost` where one is too small. */
function differences(wanted: Map<string, number>, found: Map<string, number>) {
  return [...new Set([...wanted.keys(), ...found.keys()])].flatMap((name) => {
    const [want, have] = [wanted.get(name) ?? 0, found.get(name) ?? 0];
    return want === have ? [] : [{ name, want, have, isLost: Math.abs(have) < Math.abs(want) || have * want < 0 }];
  });
}

/** A sum that is too small is lost in part; one that is too large was told twice in part. */
function compareSums(ledger: Ledger, where: string, wanted: Map<string, number>, found: Map<string, number>): void {
  for (const { name, want, have, isLost } of differences(wanted, found))
    (isLost ? ledger.lost : ledger.twice).push(`of ${want} points ${name}, ${have} are ${where}`);
}

/**
 * A change has no id: it is known by its post and second. Losses of a day on a post are one sum, as the network may
 * tell them, with no moment.
 */
const changeName = ({ site, post, at, change }: Change): string =>
  `for post ${post ?? 'unknown'} on ${site} ${change < 0 ? 'lost' : `at ${at}`}`;

/**
 * Compares change by change. Points whose cause nobody told stand for those that are missing on their site: for all of
 * them together, or for none.
 */
function compareChanges(ledger: Ledger, wanted: readonly Change[], found: readonly Change[]): void {
  const nameOfSite = ({ site }: Change) => `on ${site}`;
  const bare = sums(found.filter(isBare), nameOfSite);
  for (const [onSite, ofSite] of Map.groupBy(wanted, nameOfSite)) {
    const want = sums(ofSite, changeName);
    const have = sums(
      found.filter((change) => !isBare(change) && nameOfSite(change) === onSite),
      changeName,
    );
    if (bare.has(onSite) && missingPoints(want, have) === bare.get(onSite)) bare.delete(onSite);
    else compareSums(ledger, 'in the history', want, have);
  }
  for (const [onSite, points] of bare) ledger.twice.push(`${points} points ${onSite} have no cause on the network`);
  const sites = new Set(wanted.map(nameOfSite));
  for (const change of found)
    if (!isBare(change) && !sites.has(nameOfSite(change)))
      ledger.invented.push(`${change.change} points ${changeName(change)} were never made`);
}

/** By how much sums are short of what they are to be; undefined where any is too much. */
function missingPoints(wanted: Map<string, number>, found: Map<string, number>): number | undefined {
  const missing = differences(wanted, found);
  const isAnyTooMuch = missing.some(({ want, have }) => Math.abs(have) > Math.abs(want) || have * want < 0);
  return isAnyTooMuch ? undefined : missing.reduce((sum, { want, have }) => sum + want - have, 0);
}

/** Whether only the total told of it. */
const isBare = ({ post }: Change): boolean => post === undefined;

/**
 * Compares the announced points with what was produced, by the sums of what each notification stands for; that is what
 * its title says, too. A notification that another replaced has passed on to it what it stood for.
 */
function compareAnnounced(ledger: Ledger, wanted: readonly Change[], kept: Kept): void {
  const announced: Change[] = [];
  const keys: string[] = [];
  for (const notice of kept.notices.filter(({ state }) => state === 'shown')) {
    const subjects = notice.subjects.filter(({ kind }) => kind === 'reputation');
    for (const { siteId = '?', change = 0, keys: own = [] } of subjects) {
      announced.push({ site: siteId, post: undefined, at: 0, change });
      keys.push(...own.map((key) => `change ${key} on ${siteId}`));
    }
    const points = subjects.reduce((sum, { change = 0 }) => sum + change, 0);
    if (notice.kind === 'reputation' && pointsOf(notice.title) !== points)
      ledger.invented.push(`notification ${notice.id} "${notice.title}" stands for ${points} points`);
  }
  const bySite = ({ site }: Change) => `on ${site}`;
  compareSums(ledger, 'announced', sums(wanted, bySite), sums(announced, bySite));
  for (const [name, times] of counts(keys)) if (times > 1) ledger.twice.push(`${name} is announced ${times} times`);
  if (keys.length > kept.changes.length)
    ledger.twice.push(`${keys.length} changes of reputation are announced, of ${kept.changes.length} in the history`);
}

/** Whether each notification that was claimed was shown, once, and nothing else. */
function compareShown(ledger: Ledger, kept: Kept, claimed: readonly KeptNotification[], shown: readonly Shown[]): void {
  const titles = new Map(claimed.map(({ id, title }) => [id, title]));
  const times = counts(shown.map(({ id }) => String(id)));
  for (const [id, count] of times) if (count > 1) ledger.shownTwice.push(`notification ${id} was shown ${count} times`);
  for (const { id, title } of shown)
    if (titles.get(id) !== title) ledger.invented.push(`notification ${id} "${title}" is not in the history`);
  const notShown = claimed.filter(({ id }) => !times.has(String(id)));
  ledger.claimedNotShown = notShown.length;
  for (const { id, title } of notShown)
    if (!kept.unfinished.has(id)) ledger.neverShown.push(`notification ${id} "${title}" was claimed and never shown`);
}

/**
 * Compares everything the network produced with the history, and with what was announced. Pure.
 * @param withPoints false where changes of reputation are left out
 */
export function compare(produced: Produced, kept: Kept, shown: readonly Shown[], withPoints = true): Ledger {
  const ledger: Ledger = {
    lost: [],
    twice: [],
    shownTwice: [],
    invented: [],
    neverShown: [],
    claimedNotShown: 0,
    shown: shown.length,
  };
  // A bad night may keep its own text under the key of an item that somebody wrote.
  const serials = new Map(produced.inbox.map(({ key, serial }) => [key, serial]));
  const keptInbox = kept.inbox.map((item) => ({ ...item, serial: item.serial ?? serials.get(item.key) }));
  const serialOfKey = new Map(keptInbox.map(({ key, serial }) => [key, serial]));
  const itemName = (serial: number | undefined) => `inbox item No. ${serial ?? 'unknown'}`;
  const wanted = [
    ...produced.inbox.map(({ serial }) => itemName(serial)),
    ...produced.questions.map(({ site, id }) => questionName(site, id)),
  ];
  // Without a number it was there before, or a bad night made it.
  const inbox = keptInbox.filter(({ serial }) => serial !== undefined);
  const found = [
    ...inbox.map(({ serial, touched }) => ({ name: itemName(serial), touched })),
    ...kept.questions.map(({ siteId, questionId, touched }) => ({ name: questionName(siteId, questionId), touched })),
  ];
  const names = found.map(({ name }) => name);
  compareNames(ledger, 'in the history', wanted, names);
  if (withPoints) compareChanges(ledger, produced.changes, kept.changes);

  const claimed = kept.notices.filter(({ state }) => state === 'shown');
  const announced = claimed.flatMap(({ subjects }) =>
    subjects.flatMap((subject) => {
      if (subject.kind === 'inbox') return [itemName(serialOfKey.get(subject.key!))];
      return subject.kind === 'question' ? [questionName(subject.siteId!, subject.questionId!)] : [];
    }),
  );
  const touched = new Set(found.flatMap((one) => (one.touched ? [one.name] : [])));
  const told = new Set(announced);
  compareNames(
    ledger,
    'announced',
    wanted.filter((name) => told.has(name) || !touched.has(name)),
    announced,
  );
  if (withPoints) compareAnnounced(ledger, produced.changes, kept);
  compareShown(ledger, kept, claimed, shown);
  return ledger;
}

/** Everything that must not be, in words. */
export const wrongIn = ({ lost, twice, shownTwice, invented, neverShown }: Ledger): string[] =>
  [lost, twice, shownTwice, invented, neverShown].flat();

/**
 * The same for a network that spoils its answers in some nights, and a person who reads: what was lost, and what was
 * shown twice or never. Such answers change points, and make items that nobody wrote.
 */
export function wrongInBadNights(produced: Produced, kept: Kept, shown: readonly Shown[]): string[] {
  const { lost, shownTwice, neverShown } = compare(produced, kept, shown, false);
  return [lost, shownTwice, neverShown].flat();
}
