import { defineRoute } from '../http/route.ts';
import { question } from '../objects/question.ts';
import { hotSorts, liveQuestions, questionSorts } from './question-sorts.ts';
import { tagIds, TagNames, withAll } from './tagged.ts';

/** More tags than this at once match nothing (public-facts section 4). */
const mostTags = 5;

export const questions = defineRoute({
  name: '/questions',
  paths: ['/questions'],
  site: 'required',
  of: question,
  from: ['posts', 'p'],
  sorts: { ...questionSorts, ...hotSorts },
  tie: '$.id',
  created: '$.created_at',
  parameters: { tagged: TagNames.optional() },
  select({ statements, site }, { tagged = [] }) {
    if (tagged.length > mostTags) return undefined;
    const carrying = withAll(tagIds(statements, site.id, tagged));
    return carrying && { where: [...liveQuestions, ...carrying.where], ...(carrying.bindings ? { bindings: carrying.bindings } : {}) };
  },
});
