import { DAY_MS } from '../../../../common/durations.ts';
import type { QuestionEvent } from '../../../store/events.ts';
import type { ProfileHistory } from '../../../store/profile-history.ts';
import type { SeenQuestion } from '../../../store/questions.ts';
import { queueNotifications } from '../../notifications/queue.ts';
import type { NotificationRules } from '../../notifications/rules.ts';
import { type QuestionList, matchesAsAsked } from './rule.ts';
import type { Recording } from '../poll.ts';

/** Result of one poll of a site's questions. */
export interface FoundQuestions {
  siteId: string;
  list: QuestionList;
  /** Questions, each with the watches that it matches now. */
  events: QuestionEvent[];
  /** Whether a match is new to a watch, or existed before it. */
  isNews: (event: QuestionEvent, watchId: string) => boolean;
  networkNow: number;
  /** How far the poll has read, by the name of the mark; stored in one transaction with its result. */
  marks?: Record<string, unknown>;
  /** Marks that change with each poll: if no match was found, they are not written at once. */
  movingMarks?: Record<string, unknown>;
}

/**
 * How long questions without a match are stored, in ms: until no poll finds them again, and long enough for a preview's
 * week.
 */
const UNMATCHED_RETENTION_MS = 8 * DAY_MS;

/** A question deleted and asked again within this time, in ms, is the same question. */
const REPOST_WINDOW_MS = DAY_MS;

/**
 * Records the questions of one poll. A known one is not new, whatever its tags are now: its first title and tags decide
 * which watches it matches. Each is announced at most once, and a repost not at all.
 */
export function recordQuestions(recording: Recording, found: FoundQuestions): void {
  const { profile, rules } = recording;
  const now = recording.now();
  const { siteId, list } = found;
  profile.record(() => {
    const news = new Map<number, QuestionEvent>();
    for (const event of found.events.toSorted((a, b) => a.createdAt - b.createdAt)) {
      const seen = profile.questions.get(siteId, event.questionId);
      const matched = newMatches(event, seen, list, rules);
      const fresh = seen?.announced === true ? [] : matched.filter((id) => found.isNews(event, id));
      const matchedAt = list === 'new' || fresh.length === 0 ? event.createdAt : found.networkNow;
      const met = list === 'new';
      if (!seen)
        profile.questions.add({ ...event, watchIds: matched }, now, { matchedAt, read: fresh.length === 0, met });
      else {
        profile.questions.markSeen(siteId, event.questionId, now, met);
        if (matched.length > 0)
          profile.questions.setWatches(siteId, event.questionId, [...seen.watchIds, ...matched], matchedAt, now);
        if (fresh.length > 0) profile.questions.setRead(siteId, event.questionId, null);
      }
      if (fresh.length > 0 && !repeats(profile, event, news, now))
        news.set(event.questionId, { ...event, watchIds: fresh });
    }
    for (const { subjects } of queueNotifications(profile, { questions: [...news.values()] }, rules, now))
      for (const subject of subjects)
        if (subject.kind === 'question') profile.questions.setAnnounced(subject.siteId, subject.questionId, now);
    for (const [name, value] of Object.entries(found.marks ?? {})) profile.setMark(name, value);
    for (const [name, value] of Object.entries(found.movingMarks ?? {})) profile.setMarkLater(name, value);
    profile.questions.prune(siteId, found.networkNow - UNMATCHED_RETENTION_MS, now - UNMATCHED_RETENTION_MS);
  });
}

/** Returns the watches that a question matches now and did not before. */
function newMatches(
  { watchIds }: QuestionEvent,
  seen: SeenQuestion | undefined,
  list: QuestionList,
  { watches }: NotificationRules,
): string[] {
  if (!seen) return watchIds;
  const added = watchIds.filter((id) => !seen.watchIds.includes(id));
  // If only a list by score or bounty had it before, it is still new to the watches of new questions.
  if (list === 'new') return seen.met ? [] : added;
  return added.filter((id) => watches.some((watch) => watch.id === id && matchesAsAsked(watch.rule, seen)));
}

const sameTitle = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase();

/** Whether the question was announced before under another id. If so, it takes over that one's read state. */
function repeats(profile: ProfileHistory, event: QuestionEvent, news: Map<number, QuestionEvent>, now: number) {
  const { ownerId, questionId, createdAt } = event;
  const siteId = event.site.id;
  if (ownerId === undefined) return false;
  const twin = [...news.values()].find(
    (other) =>
      other.ownerId === ownerId &&
      sameTitle(other.title, event.title) &&
      createdAt - other.createdAt <= REPOST_WINDOW_MS,
  );
  if (twin) {
    // One poll found both: the author kept the later one, so it is announced instead of the earlier one.
    news.delete(twin.questionId);
    profile.questions.setRead(siteId, twin.questionId, now);
    profile.questions.setAnnounced(siteId, twin.questionId, now);
    return false;
  }
  const before = profile.questions
    .announcedBy(siteId, ownerId, createdAt - REPOST_WINDOW_MS, createdAt + REPOST_WINDOW_MS, questionId)
    .find((question) => sameTitle(question.title, event.title));
  if (!before) return false;
  profile.questions.setAnnounced(siteId, questionId, now);
  if (!before.unread) profile.questions.setRead(siteId, questionId, now);
  profile.questions.setRead(siteId, before.questionId, now);
  replaceInPendingNotifications(profile, before.questionId, event);
  return true;
}

/** Replaces a question by another in pending notifications. */
function replaceInPendingNotifications(profile: ProfileHistory, questionId: number, stands: QuestionEvent): void {
  for (const notification of profile.notifications.pending()) {
    const subjects = notification.subjects.map((subject) =>
      subject.kind === 'question' &&
      (subject.account ?? profile.profile.network) === profile.profile.network &&
      subject.siteId === stands.site.id &&
      subject.questionId === questionId
        ? { ...subject, questionId: stands.questionId }
        : subject,
    );
    if (subjects.some((subject, place) => subject !== notification.subjects[place]))
      profile.notifications.rewrite(notification.id, {
        ...notification,
        subjects,
        link: subjects.length === 1 ? stands.link : notification.link,
      });
  }
}
