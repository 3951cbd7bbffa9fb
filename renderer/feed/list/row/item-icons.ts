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
import type { CSSProperties } from 'react';
import { MATCH_KIND } from '../../../../common/schemas/match-kind.ts';

/**
 * The kinds of inbox item that the public service names, and Askbell's own for what watches found. The set is open
 * (docs/api.md, "Objects").
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

const masks = new Map<string, string>();

/** An icon of Stacks as what a row's style takes: drawn by the style sheet it needs no elements, and rows are many. */
export function iconStyle(svg: string): CSSProperties {
  let mask = masks.get(svg);
  if (mask === undefined) {
    const image = svg.replace('<svg ', '<svg xmlns="http://www.w3.org/2000/svg" ');
    mask = `url("data:image/svg+xml,${encodeURIComponent(image)}")`;
    masks.set(svg, mask);
  }
  return { '--kind-icon': mask } as CSSProperties;
}

/** The style classes of the colours of kinds; all others are drawn as comments are. */
const KIND_COLOURS: Readonly<Record<string, string>> = {
  [MATCH_KIND]: 'kind__match',
  new_answer: 'kind__answer',
  followed_post_activity: 'kind__followed',
  question_update: 'kind__followed',
  moderator_message: 'kind__moderator',
  post_notice: 'kind__moderator',
};

export const kindColour = (itemType: string): string => KIND_COLOURS[itemType] ?? '';

/** The icon of a kind, a bell for one that is not known. */
export const kindIconStyle = (itemType: string): CSSProperties =>
  iconStyle(isKnown(itemType) ? KIND_ICONS[itemType] : IconBell);
