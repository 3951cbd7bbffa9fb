import { ApiError } from '../../errors.ts';
import { defineRoute, type Route, type RouteRequest } from '../../query/route.ts';
import { answer } from '../../objects/posts/answer.ts';
import { ActionError } from '../../../world/world.ts';
import { LIVE_ANSWERS } from './answers.ts';
import { YesOrNo } from '../parameter-schemas.ts';

/** A write that the network does not do; the message says why. */
const refused = (why: string) => new ApiError(407, why);

/** Checks that the token's user may accept the answer in the path, or take that back. */
function check(request: RouteRequest, isUndo: boolean): boolean {
  const [id = 0] = request.ids;
  const row = request.statements.get(
    `SELECT q.owner_id, q.accepted_answer_id FROM posts p JOIN posts q ON q.site_id = p.site_id AND q.id = p.parent_id
      WHERE ${LIVE_ANSWERS.join(' AND ')} AND q.deleted_at IS NULL AND p.id = :id`,
    { site: request.site.id, id },
  );
  if (!row) return false;
  if (!request.own().some((user) => user === row['owner_id']))
    throw new ApiError(403, 'Only the owner of a question can accept an answer to it');
  const accepted = row['accepted_answer_id'];
  if (isUndo && accepted !== id) throw refused('This answer is not accepted');
  if (!isUndo && accepted === id) throw new ApiError(409, 'This answer is accepted already');
  if (!isUndo && accepted !== null) throw refused('Another answer is accepted; undo that first');
  return true;
}

/** docs/api.md, "Writing": a form with key, token and `preview`, which only checks; the answer comes back. */
const decision = (path: string, summary: string, action: 'accept' | 'unaccept'): Route =>
  defineRoute({
    summary,
    name: path,
    verb: 'POST',
    paths: [path],
    site: 'required',
    needs: 'write_access',
    of: answer,
    from: ['posts', 'p'],
    tie: '$.id',
    keepsOrder: true,
    parameters: { preview: YesOrNo.optional() },
    action(request, { preview = false }) {
      if (!check(request, action === 'unaccept') || preview) return;
      try {
        request.world.actions[action]({ site: request.site.api_site_parameter, answerId: request.ids[0] ?? 0 });
      } catch (error) {
        if (error instanceof ActionError) throw refused(error.message);
        throw error;
      }
    },
    select: ({ ids }) => ({ where: [...LIVE_ANSWERS, 'p.id = :id'], bindings: { id: ids[0] ?? null } }),
  });

export const acceptRoutes: readonly Route[] = [
  decision('/answers/{id}/accept', "Accepts an answer to a question of the token's user.", 'accept'),
  decision('/answers/{id}/accept/undo', 'Takes an acceptance back.', 'unaccept'),
];
