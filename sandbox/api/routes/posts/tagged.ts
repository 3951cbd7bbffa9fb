import { z } from 'zod';
import type { Selection } from '../../query/route.ts';
import type { Bindings, Statements } from '../../../world/database/statements.ts';

/** Letters, digits and `.#+-_`, not more than 35 (docs/api.md, "Tags and search"). */
const TAG_PATTERN = /^[\p{L}\p{M}\p{N}.#+_-]{1,35}$/u;

/** Tag names as sent, separated by `;`, in lower case; what cannot be a tag is refused. */
export const TagNames = z
  .string()
  .transform((sent) => [
    ...new Set(
      sent
        .toLowerCase()
        .split(';')
        .map((name) => name.trim())
        .filter(Boolean)
        // Vectors are the same in any order (docs/api.md, "Throttling").
        .toSorted(),
    ),
  ])
  .refine((names) => names.every((name) => TAG_PATTERN.test(name)));

/** The ids of tags by name on a site; undefined for a name that is no tag there. */
export function tagIds(statements: Statements, siteId: number, names: readonly string[]): (number | undefined)[] {
  return names.map((name) => {
    const row = statements.get('SELECT id FROM tags WHERE site_id = :site AND name = :name', { site: siteId, name });
    return row && Number(row['id']);
  });
}

const carries = (ids: string) => `p.id IN (SELECT post_id FROM post_tags WHERE site_id = :site AND tag_id IN (${ids}))`;

/** Questions that carry every one of the tags; undefined when that cannot be. */
export function withAll(ids: readonly (number | undefined)[]): Selection | undefined {
  const bindings: Bindings = {};
  const where: string[] = [];
  for (const [index, id] of ids.entries()) {
    if (id === undefined) return undefined;
    bindings[`all${index}`] = id;
    where.push(carries(`:all${index}`));
  }
  return { where, bindings };
}

function anyOf(ids: readonly (number | undefined)[], prefix: string): { list: string; bindings: Bindings } | undefined {
  const known = ids.filter((id) => id !== undefined);
  if (known.length === 0) return undefined;
  return {
    list: known.map((_, index) => `:${prefix}${index}`).join(', '),
    bindings: Object.fromEntries(known.map((id, index) => [`${prefix}${index}`, id])),
  };
}

/** Questions that carry at least one of the tags; undefined when none of them is a tag. */
export function withAny(ids: readonly (number | undefined)[]): Selection | undefined {
  const any = anyOf(ids, 'any');
  return any && { where: [carries(any.list)], bindings: any.bindings };
}

/** Questions that carry none of the tags. */
export function withNone(ids: readonly (number | undefined)[]): Selection {
  const any = anyOf(ids, 'not');
  return any ? { where: [`NOT ${carries(any.list)}`], bindings: any.bindings } : { where: [] };
}
