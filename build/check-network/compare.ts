import { Wrapper } from '../../common/resources.ts';
import { ENDPOINTS } from '../../electron/api/endpoints.ts';
import type { Asked } from './ask-all.ts';
import type { OperationName } from './operations.ts';
import { fieldsOf, inBoth, shapesOf, type Shapes } from './shapes.ts';

export type Finding = 'breaks' | 'new' | 'type' | 'missing' | 'sandbox' | 'wrapper';

/** One line of the table. */
export interface Difference {
  finding: Finding;
  operation: OperationName;
  /** The field, or empty where it is about the whole answer. */
  field: string;
  here: string;
  specification: string;
  public: string;
}

/** The answers of a network, and of the sandbox's two worlds. */
export interface Compared {
  here: Asked[];
  specification: Asked[];
  public: Asked[];
}

type Source = keyof Compared;
type One = Record<Source, Asked | undefined>;

/** What differs, operation by operation; what was left out here is not compared. */
export function compare(answers: Compared): Difference[] {
  return answers.here
    .filter((asked) => asked.leftOut === undefined)
    .flatMap(({ name }) => {
      const find = (source: Source) => answers[source].find((asked) => asked.name === name);
      return compareOne(name, { here: find('here'), specification: find('specification'), public: find('public') });
    });
}

function compareOne(operation: OperationName, one: One): Difference[] {
  const difference = (finding: Finding, field: string, tell: (source: Source) => string): Difference => ({
    finding,
    operation,
    field,
    here: tell('here'),
    specification: tell('specification'),
    public: tell('public'),
  });
  if (one.here?.error) {
    // What one of the worlds refuses likewise, Askbell copes with.
    const isExpected = [one.specification, one.public].some((world) => refusal(world) === refusal(one.here));
    return isExpected ? [] : [difference('breaks', '', (source) => outcome(one[source]))];
  }
  return [
    ...schemaIssues(operation, one, difference),
    ...fieldDifferences(operation, one, difference),
    ...wrapperDifferences(one, difference),
  ];
}

type Tell = (finding: Finding, field: string, tell: (source: Source) => string) => Difference;

const refusal = (asked: Asked | undefined): string | undefined =>
  asked?.error && `${asked.error.kind} ${asked.error.errorId ?? ''}`;

function outcome(asked: Asked | undefined): string {
  if (!asked) return '–';
  if (asked.leftOut !== undefined) return 'left out';
  if (!asked.error) return `${asked.items.length} items`;
  const { kind, errorId, errorName } = asked.error;
  return [kind, errorId, errorName].filter((part) => part !== undefined).join(' ');
}

/** Items that Askbell cannot read, each trouble once. */
function schemaIssues(operation: OperationName, one: One, difference: Tell): Difference[] {
  const troubles = (asked: Asked | undefined): Map<string, string> =>
    new Map(
      (asked?.items ?? []).flatMap((item) => {
        const read = ENDPOINTS[operation].item.safeParse(item);
        const issues = read.success ? [] : read.error.issues;
        return issues.map(({ path, message }): [string, string] => [pathOf(path), message]);
      }),
    );
  return [...troubles(one.here)].map(([field, message]) =>
    difference('breaks', field, (source) =>
      source === 'here' ? message : (troubles(one[source]).get(field) ?? 'fits'),
    ),
  );
}

const pathOf = (path: PropertyKey[]): string =>
  path
    .map((part) => (typeof part === 'number' ? '[]' : `.${String(part)}`))
    .join('')
    .replace(/^\./, '');

function fieldDifferences(operation: OperationName, one: One, difference: Tell): Difference[] {
  const shapes = {
    here: shapesOf(one.here?.items ?? []),
    specification: shapesOf(one.specification?.items ?? []),
    public: shapesOf(one.public?.items ?? []),
  };
  const read = fieldsOf(ENDPOINTS[operation].item);
  const types = (field: string) => (source: Source) => typesOf(shapes[source], field);
  const worlds = [shapes.specification, shapes.public];
  const found: Difference[] = [];
  for (const [field, seen] of shapes.here.shape) {
    const inWorlds = worlds.filter(({ shape }) => shape.has(field));
    // Whatever is within a field that nobody knows goes without saying.
    if (inWorlds.length === 0 && isBelowUnknown(field, shapes.here, read, worlds)) continue;
    if (inWorlds.length === 0) found.push(difference(read.has(field) ? 'sandbox' : 'new', field, types(field)));
    else if (![...seen].every((type) => inWorlds.some(({ shape }) => shape.get(field)!.has(type))))
      found.push(difference('type', field, types(field)));
  }
  if (shapes.here.shape.size === 0) return found;
  const given = inBoth(shapes.specification.always, shapes.public.always);
  for (const field of given)
    if (read.has(field) && !shapes.here.shape.has(field)) found.push(difference('missing', field, types(field)));
  return found;
}

function isBelowUnknown(field: string, here: Shapes, read: Set<string>, worlds: Shapes[]): boolean {
  const isKnown = (path: string) => read.has(path) || worlds.some(({ shape }) => shape.has(path));
  return [...here.shape.keys()].some(
    (other) => other !== field && !isKnown(other) && (field.startsWith(`${other}.`) || field.startsWith(`${other}[`)),
  );
}

const typesOf = ({ shape }: Shapes, field: string): string => [...(shape.get(field) ?? ['–'])].toSorted().join(' or ');

function wrapperDifferences(one: One, difference: Tell): Difference[] {
  const wrapper = (asked: Asked | undefined): Shapes => {
    const body = asked?.captured?.body;
    return shapesOf(typeof body === 'object' && body !== null ? [{ ...body, items: [] }] : []);
  };
  const all = { here: wrapper(one.here), specification: wrapper(one.specification), public: wrapper(one.public) };
  const read = fieldsOf(Wrapper);
  const worlds = [all.specification, all.public];
  const tell = (field: string) => difference('wrapper', `.${field}`, (source) => typesOf(all[source], field));
  return [
    ...[...all.here.shape.keys()].filter((field) => !read.has(field) && !worlds.some(({ shape }) => shape.has(field))),
    ...[...inBoth(all.specification.always, all.public.always)].filter((field) => !all.here.shape.has(field)),
  ].map(tell);
}
