import { accessToken } from './access-token.ts';
import { answer } from './answer.ts';
import { badge, heldBadge } from './badge.ts';
import { comment } from './comment.ts';
import { error } from './error.ts';
import { filter } from './filter.ts';
import { flagOption } from './flag-option.ts';
import { inboxItem } from './inbox-item.ts';
import { info } from './info.ts';
import { networkUser } from './network-user.ts';
import { notification } from './notification.ts';
import type { ObjectType } from './object-type.ts';
import { post } from './post.ts';
import { privilege } from './privilege.ts';
import { question } from './question.ts';
import { reputation } from './reputation.ts';
import { reputationHistory } from './reputation-history.ts';
import { site } from './site.ts';
import { tag, userTag } from './tag.ts';
import { tagScore } from './tag-score.ts';
import { user } from './user.ts';

/** A type with every type that stands inside it. */
function withInner(type: ObjectType): ObjectType[] {
  const inner = Object.values(type.fields).flatMap((field) => ('type' in field ? withInner(field.type) : []));
  return [type, ...(type.beside ? withInner(type.beside) : []), ...inner];
}

/** Every type of object of the API, the ones inside others too; some under one name stand for the same with more fields. */
export const objectTypes: readonly ObjectType[] = [
  ...new Set(
    [
      accessToken,
      answer,
      badge,
      heldBadge,
      comment,
      error,
      filter,
      flagOption,
      inboxItem,
      info,
      networkUser,
      notification,
      post,
      privilege,
      question,
      reputation,
      reputationHistory,
      site,
      tag,
      userTag,
      tagScore,
      user,
    ].flatMap(withInner),
  ),
];
