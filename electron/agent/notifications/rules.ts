import type {
  AchievementEvent,
  BadgeEvent,
  InboxEvent,
  NewNotification,
  QuestionEvent,
  ReputationEvent,
} from '../../store/events.ts';
import type { Desktop } from '../../desktop/desktop.ts';
import type { ProfileHistory } from '../../store/profile-history.ts';
import type { Preferences, StoredWatch } from '../../store/settings.ts';
import {
  inboxReason,
  isForMe,
  reputationReason,
  type NotificationReason,
} from '../../../common/notification-reasons.ts';
import type { Locale } from '../../../common/i18n/locale.ts';
import { localeOf, type AgentContext } from '../context.ts';
import type { ForwardTarget } from '../../../common/schemas/forwarding.ts';
import { targetsNow } from '../forwarding/rules.ts';
import { idsOfAccount } from '../ids.ts';
import { localDay } from '../../base/clock.ts';
import { quietUntil } from './quiet.ts';
import {
  badgeNotification,
  inboxNotification,
  privilegeNotification,
  questionNotification,
  reputationNotification,
  sumOf,
} from './wording.ts';

/** New events found by one poll. */
export interface PollFindings {
  inbox?: InboxEvent[];
  reputation?: ReputationEvent[];
  questions?: QuestionEvent[];
  /** Of one site. */
  badges?: BadgeEvent[];
  privileges?: AchievementEvent[];
}

/** Rules that decide whether events are announced. */
export interface NotificationRules {
  notify: Preferences['notify'];
  /** Reasons that are not announced although their kind is. */
  mutedReasons?: readonly NotificationReason[];
  /** The user's name, by which comments mention them. */
  displayName?: string;
  watches: StoredWatch[];
  /** Sites whose events are not announced. */
  mutedSites?: readonly string[];
  /** Whether events of a question are not announced. */
  isMuted?: (siteId: string, questionId: number) => boolean;
  /** Returns today's changes on all sites; a notification of part of them includes their total. */
  reputationToday?: () => readonly ReputationEvent[];
  /** Targets that new events are forwarded to at this moment. */
  forwardTo?: readonly ForwardTarget[];
  /** Whether the texts of posts are left out. */
  omitsExcerpts?: boolean;
  /** The locale of the notifications. */
  locale: Locale;
}

/** Things that the rules depend on, besides the profile. */
type RulesContext = Pick<AgentContext, 'settings' | 'clock'> & {
  desktop: Pick<Desktop, 'languages' | 'presence'>;
};

/** Returns the current rules of a profile, for new and pending events alike. */
export function currentRules(context: RulesContext, profile: ProfileHistory): NotificationRules {
  const { preferences, watches, forwarding } = context.settings.get();
  const { network: networkId } = profile.profile;
  return {
    notify: preferences.notify,
    mutedReasons: preferences.mutedReasons,
    displayName: profile.profile.displayName,
    watches: watches.filter((watch) => watch.networkId === networkId),
    mutedSites: idsOfAccount(networkId, preferences.mutedSites),
    isMuted: (siteId, questionId) => profile.mutes.has(siteId, questionId),
    reputationToday: () => profile.reputation.since(localDay(context.clock.now())),
    forwardTo: targetsNow(forwarding, {
      isAway: context.desktop.presence().state === 'away',
      isQuiet: quietUntil(preferences.quietHours, context.clock.now()) !== undefined,
    }),
    locale: localeOf(context),
  };
}

/**
 * Decides the notifications for the events of one poll: none for those switched off or muted, at most one for each
 * kind. A single event is named by its title; several are counted. Pure.
 */
export function notificationsFor(news: PollFindings, rules: NotificationRules): NewNotification[] {
  const { locale, notify } = rules;
  const isAnnounced = ({ site, questionId }: { site: { id: string }; questionId?: number | undefined }) =>
    rules.mutedSites?.includes(site.id) !== true &&
    (questionId === undefined || rules.isMuted?.(site.id, questionId) !== true);
  const isWanted = (reason: NotificationReason) => rules.mutedReasons?.includes(reason) !== true;
  const inbox = notify.inbox
    ? (news.inbox ?? [])
        .filter(
          (event) => event.unreadAtNetwork && isAnnounced(event) && isWanted(inboxReason(event, rules.displayName)),
        )
        .map((event) => (rules.omitsExcerpts === true ? { ...event, excerpt: '' } : event))
    : [];
  const { forMe = [], others = [] } = Object.groupBy(inbox, (event) => (isForMe(event) ? 'forMe' : 'others'));
  const reputation = notify.reputation
    ? (news.reputation ?? []).filter(
        (event) => event.change !== 0 && isAnnounced(event) && isWanted(reputationReason(event.voteType)),
      )
    : [];
  const announcing = new Map(
    rules.watches.filter((watch) => watch.alert !== 'list' && !watch.muted).map((watch) => [watch.id, watch]),
  );
  const questions = notify.questions
    ? (news.questions ?? []).filter((event) => isAnnounced(event) && event.watchIds.some((id) => announcing.has(id)))
    : [];
  const silent = questions.every((event) => event.watchIds.every((id) => announcing.get(id)?.alert !== 'sound'));
  const ofQuestions = questionNotification(locale, questions);
  return [
    inboxNotification(locale, forMe),
    inboxNotification(locale, others),
    // Changes that cancel each other are only listed.
    sumOf(reputation) === 0 ? undefined : reputationNotification(locale, reputation, rules.reputationToday?.()),
    ofQuestions && { ...ofQuestions, ...(silent && { silent }) },
    badgeNotification(locale, notify.badges ? (news.badges ?? []).filter(isAnnounced) : []),
    privilegeNotification(locale, notify.reputation ? (news.privileges ?? []).filter(isAnnounced) : []),
  ].filter((notification) => notification !== undefined);
}
