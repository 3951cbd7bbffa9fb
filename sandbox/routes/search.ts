import { z } from 'zod';
import { badParameter } from '../http/errors.ts';
import { defineRoute } from '../http/route.ts';
import { question } from '../objects/question.ts';
import { liveQuestions, questionSorts } from './question-sorts.ts';
import { tagIds, TagNames, withAny, withNone } from './tagged.ts';

/** A title that begins with the words comes before one that only has them; then the better liked. */
const relevance = '((instr(lower($.title), :intitle) = 1) * 1000 + $.score)';

export const search = defineRoute({
  name: '/search',
  paths: ['/search'],
  site: 'required',
  of: question,
  from: ['posts', 'p'],
  sorts: { ...questionSorts, relevance: { sql: relevance, bound: 'none' } },
  tie: '$.id',
  created: '$.created_at',
  parameters: { tagged: TagNames.optional(), nottagged: TagNames.optional(), intitle: z.string().max(1000).optional() },
  select({ statements, site }, { tagged = [], nottagged = [], intitle }) {
    if (tagged.length === 0 && !intitle) throw badParameter('tagged', 'One of `tagged` or `intitle` must be set');
    // Without `tagged`, `nottagged` means nothing here (public-facts section 4).
    const wanted = tagged.length > 0 ? withAny(tagIds(statements, site.id, tagged)) : { where: [] };
    if (!wanted) return undefined;
    const unwanted = tagged.length > 0 ? withNone(tagIds(statements, site.id, nottagged)) : { where: [] };
    const words = intitle?.trim().toLowerCase() ?? '';
    const titled = words ? ['instr(lower(p.title), :intitle) > 0'] : [];
    return {
      where: [...liveQuestions, ...wanted.where, ...unwanted.where, ...titled],
      bindings: { ...wanted.bindings, ...unwanted.bindings, intitle: words },
    };
  },
});
