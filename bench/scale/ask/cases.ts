import { behaviourOf } from '../../../sandbox/behaviour.ts';
import type { Route } from '../../../sandbox/api/query/route.ts';
import { operationsOn } from '../../../sandbox/api/routes/index.ts';

/** Returns a subject of a kind, such as the id of a question. */
export type Subject = (kind: string) => string;

/** One thing to ask again and again, about other subjects each time. */
export interface Case {
  /** Operation, its parameter and the sort. */
  name: string;
  isText: boolean;
  isDeep: boolean;
  /** Returns path and query, without what says who asks. */
  url: (subject: Subject) => string;
}

/** Parameters of operations, which are tried one by one, by the kind of subject that they take. */
const PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  tags: ['tagged'],
  words: ['q', 'title', 'intitle', 'body', 'url'],
  pieces: ['inname'],
  users: ['user'],
  flags: ['accepted', 'closed'],
};
/** Operations that refuse a request without one of their parameters. */
const NEEDS_PARAMETER = /^\/(?:search|similar)(?:\/|$)/;
/** What made sites have none of, so that there is nothing to name. */
const NOT_MADE = /\/(?:articles|collectives|suggested-edits|revisions)\/\{/;
/** As deep as the smallest site goes. */
const DEEP = { page: '50', pagesize: '100' } as const;

interface Variant extends Pick<Case, 'isText' | 'isDeep'> {
  label: string;
  query: (subject: Subject) => Record<string, string>;
}

function variantsOf(path: string, route: Route): Variant[] {
  const usual = { isText: false, isDeep: false };
  const own = Object.entries(PARAMETERS).flatMap(([kind, names]) =>
    names
      .filter((name) => name in route.parameters && (path !== '/similar' || name === 'title'))
      .map((name): Variant => {
        const query = (subject: Subject) => ({ [name]: subject(kind) });
        return { ...usual, label: ` by ${name}`, isText: kind === 'words' || kind === 'pieces', query };
      }),
  );
  if (NEEDS_PARAMETER.test(path)) return own;
  const plain: Variant[] = [{ ...usual, label: '', query: () => ({}) }, ...own];
  if (path.includes('{') || route.sorts === undefined) return plain;
  plain.push({ label: ' deep', isText: false, isDeep: true, query: () => DEEP });
  if (route.created === undefined) return plain;
  return [...plain, { ...usual, label: ' of a month', query: (subject) => ({ fromdate: subject('dates') }) }];
}

function casesOf(path: string, route: Route): Case[] {
  // The segment before an id says whose it is.
  const filled = (subject: Subject) =>
    path.replaceAll(/([\w-]+)\/\{\w+\}/g, (_, kind: string) => `${kind}/${encodeURIComponent(subject(kind))}`);
  return Object.keys(route.sorts ?? { '': undefined }).flatMap((sort) =>
    variantsOf(path, route).map(({ label, query, ...mark }) => ({
      ...mark,
      name: `${path}${label}${sort && ` sort=${sort}`}`,
      url(subject) {
        const asked = new URLSearchParams({ ...query(subject), ...(sort && { sort }) });
        return `${filled(subject)}?${asked.toString()}`;
      },
    })),
  );
}

/** Returns what is asked of every operation that reads from a site. A path of `/me` is the twin of another. */
export const allCases = (): Case[] =>
  operationsOn(behaviourOf())
    .filter(({ route: { verb, site } }) => verb === 'GET' && (site === 'required' || site === 'optional'))
    .filter(({ template }) => !template.startsWith('/me') && !NOT_MADE.test(template))
    .flatMap(({ template, route }) => casesOf(template, route));
