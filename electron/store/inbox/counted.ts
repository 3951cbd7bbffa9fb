import { MATCH_KIND } from '../../../common/schemas/match-kind.ts';

/** Returns the SQL condition for unread items: neither read nor snoozed. */
export const isUnread = (items: string): string => `${items}.read_at IS NULL AND ${items}.snoozed_until IS NULL`;

/** Returns the SQL condition excluding items of muted questions, which are listed but not counted. */
export const isNotMuted = (items: string): string => `NOT EXISTS (SELECT 1 FROM muted_questions AS mute
  WHERE mute.profile_id = ${items}.profile_id AND mute.site_id = ${items}.site_id
    AND mute.question_id = ${items}.question_id)`;

/**
 * Returns the SQL condition for network items and matches of any unmuted watch; the muted watches are a parameter, a
 * JSON array.
 */
export const isOfOpenWatch = (items: string): string => `(${items}.item_type <> '${MATCH_KIND}' OR EXISTS (
  SELECT 1 FROM json_each(${items}.watch_ids) AS watch WHERE watch.value NOT IN (SELECT value FROM json_each(?))))`;
