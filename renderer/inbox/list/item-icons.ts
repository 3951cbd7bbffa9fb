import {
  IconAnswer,
  IconBell,
  IconBriefcase,
  IconFlag,
  IconInfo,
  IconMessage,
  IconModerator,
  IconQuestion,
  IconRefresh,
  IconSpeechBubble,
  IconStar,
  IconTags,
} from '@stackoverflow/stacks-icons/icons';
import { MATCH_KIND } from '../../../common/match-kind.ts';

/**
 * The kinds of inbox item that the public service names, and Askbell's own for what watches found. The set is open
 * (public documentation, inbox-item).
 */
const KIND_ICONS = {
  [MATCH_KIND]: IconTags,
  comment: IconSpeechBubble,
  new_answer: IconAnswer,
  chat_message: IconMessage,
  careers_message: IconBriefcase,
  careers_invitations: IconBriefcase,
  meta_question: IconQuestion,
  post_notice: IconInfo,
  moderator_message: IconModerator,
  question_update: IconRefresh,
  followed_post_activity: IconBell,
  subcommunity_endorsement: IconStar,
  subcommunity_leaderboard: IconStar,
  staging_ground: IconFlag,
};

type Known = keyof typeof KIND_ICONS;

const isKnown = (itemType: string): itemType is Known => Object.hasOwn(KIND_ICONS, itemType);

/** The icon of a kind, a bell for one that is not known. */
export const kindIcon = (itemType: string): string => (isKnown(itemType) ? KIND_ICONS[itemType] : IconBell);
