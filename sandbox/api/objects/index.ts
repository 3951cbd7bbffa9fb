import { accessToken } from './personal/access-token.ts';
import { achievement } from './personal/achievement.ts';
import { answer } from './posts/answer.ts';
import { badge, awardedBadge } from './people/badge.ts';
import { comment } from './posts/comment.ts';
import { error } from './network/error.ts';
import { event, networkActivity, questionTimeline, revision, suggestedEdit, userTimeline } from './history.ts';
import { filter } from './network/filter.ts';
import { flagOption } from './posts/flag-option.ts';
import { inboxItem } from './personal/inbox-item.ts';
import { info } from './network/info.ts';
import { networkUser } from './people/network-user.ts';
import { notification } from './personal/notification.ts';
import type { ObjectType } from './object-type.ts';
import { post } from './posts/post.ts';
import { privilege } from './people/privilege.ts';
import { question } from './posts/question.ts';
import { reputation } from './people/reputation.ts';
import { reputationHistory } from './people/reputation-history.ts';
import { site } from './network/site.ts';
import { accountMerge, tagPreference, writePermission } from './personal/preferences.ts';
import { article, collective } from './teams.ts';
import { searchExcerpt } from './posts/search-excerpt.ts';
import { tag, tagSynonym, tagWiki, topTag, userTag } from './posts/tag.ts';
import { tagScore } from './people/tag-score.ts';
import { user } from './people/user.ts';

/**
 * The room `api/objects` describes the objects of the API, such as questions and users: their fields, where each comes
 * from in SQL, and which of them the default filter has. From that, and from a filter, it makes the code that turns
 * rows into JSON.
 */

/** A type with every type that stands inside it. */
function withInner(type: ObjectType): ObjectType[] {
  const inner = Object.values(type.fields).flatMap((field) => ('type' in field ? withInner(field.type) : []));
  return [type, ...(type.beside ? withInner(type.beside) : []), ...inner];
}

/**
 * Every type of object of the API, the ones inside others too; some under one name stand for the same with more fields.
 */
export const objectTypes: readonly ObjectType[] = [
  ...new Set(
    [
      accessToken,
      accountMerge,
      achievement,
      answer,
      article,
      badge,
      awardedBadge,
      collective,
      comment,
      error,
      event,
      filter,
      flagOption,
      inboxItem,
      info,
      networkActivity,
      networkUser,
      notification,
      post,
      privilege,
      question,
      questionTimeline,
      reputation,
      reputationHistory,
      revision,
      searchExcerpt,
      site,
      suggestedEdit,
      tag,
      userTag,
      tagPreference,
      tagScore,
      tagSynonym,
      tagWiki,
      topTag,
      user,
      userTimeline,
      writePermission,
    ].flatMap(withInner),
  ),
];
