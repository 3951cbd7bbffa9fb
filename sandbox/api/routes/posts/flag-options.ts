import { defineRoute, type RouteRequest } from '../../query/route.ts';
import { flagOption } from '../../objects/posts/flag-option.ts';

interface Option {
  option_id?: number;
  title: string;
  description: string;
  dialog_title?: string;
  requires_comment?: boolean;
  requires_site?: boolean;
  requires_question_id?: boolean;
  sub_options?: Option[];
}

/** Ids of options are not stable from question to question (docs/api.md, "Writing"), so nobody may keep them. */
const idOf = (question: number, place: number) => question * 100 + place;

/** What the token's user can flag a question for: less for their own, and none for closing where it is closed. */
export function optionsFor(question: number, isOwn: boolean, isClosed: boolean): Option[] {
  const abuse: Option[] = [
    {
      option_id: idOf(question, 1),
      title: 'spam',
      description: 'Exists only to promote a product or service.',
      dialog_title: 'Flag a post',
    },
    {
      option_id: idOf(question, 2),
      title: 'rude or abusive',
      description: 'A reasonable person would find this out of place.',
      dialog_title: 'Flag a post',
    },
  ];
  const closing: Option = {
    title: 'should be closed',
    description: 'This question should not be answered as it stands.',
    dialog_title: 'Why should it be closed?',
    sub_options: [
      {
        option_id: idOf(question, 11),
        title: 'a duplicate',
        description: 'It has been asked before and has an answer there.',
        requires_question_id: true,
      },
      {
        option_id: idOf(question, 12),
        title: 'belongs on another site',
        description: 'Another site answers such questions.',
        requires_site: true,
      },
      {
        option_id: idOf(question, 13),
        title: 'needs details',
        description: 'It cannot be answered without knowing more.',
      },
    ],
  };
  const attention: Option = {
    option_id: idOf(question, 3),
    title: 'in need of a moderator',
    description: 'Something that no other choice describes; say what.',
    dialog_title: 'Flag a post',
    requires_comment: true,
  };
  return [...(isOwn ? [] : abuse), ...(isClosed ? [] : [closing]), attention];
}

function optionsOf({ statements, site, ids: [id = 0], own }: RouteRequest): Option[] {
  const question = statements.get(
    'SELECT owner_id, closed_at FROM posts WHERE site_id = :site AND id = :id AND post_type = 1 AND deleted_at IS NULL',
    { site: site.id, id },
  );
  return question
    ? optionsFor(
        id,
        own().some((user) => user === question['owner_id']),
        question['closed_at'] !== null,
      )
    : [];
}

export const flagOptions = defineRoute({
  summary: "Lists what the token's user can flag the question for.",
  name: '/questions/{id}/flags/options',
  paths: ['/questions/{id}/flags/options'],
  site: 'required',
  needs: 'token',
  of: flagOption,
  from: ['json_each(:options)', 'o'],
  tie: '$.key',
  keepsOrder: true,
  select: (request) => ({ where: [], bindings: { options: JSON.stringify(optionsOf(request)) } }),
});
