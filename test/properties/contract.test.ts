import { createRouterClient, ORPCError } from '@orpc/server';
import fc from 'fast-check';
import { afterAll, beforeAll } from 'vitest';
import { z } from 'zod';
import { contract } from '../../common/contract/contract.ts';
import { createWorld, type World } from '../integration/askbell.ts';
import { anyOf } from '../support/any-of-schema.ts';
import { mutated, oddText } from './arbitraries.ts';
import { assert, assertPrototypes, failureOf, property } from './property.ts';

/** A procedure of the contract: its path, and the schema of its input. */
interface Procedure {
  path: string[];
  input: z.ZodType | undefined;
}

/** These end the sign-in or the history that the others need, or open a dialog at another address. */
const LEFT_OUT = [
  ...['session.signIn', 'session.signInAgain', 'session.signOut', 'session.tryAnotherWay', 'session.changeKey'],
  ...['session.askForAchievements', 'inbox.askToWrite', 'diagnostics.reset'],
];

function proceduresIn(node: unknown, path: string[] = []): Procedure[] {
  if (typeof node !== 'object' || node === null) return [];
  const declared = (node as { '~orpc'?: { inputSchema?: z.ZodType } })['~orpc'];
  if (declared) return [{ path, input: declared.inputSchema }];
  return Object.entries(node).flatMap(([name, child]) => proceduresIn(child, [...path, name]));
}

const PROCEDURES = proceduresIn(contract).filter(({ path }) => !LEFT_OUT.includes(path.join('.')));

/** Names that the demo network really has, so that a call gets further than to its lookup. */
const KNOWN_NAMES = ['demo', 'demo/loops', 'demo/nightsky', 'loops', 'python', 'https://s.example/'];

const text: fc.Arbitrary<unknown> = fc.oneof(fc.constantFrom(...KNOWN_NAMES), oddText);

/** Inputs of a shape, with texts and numbers that need not be allowed. */
const inputOf = (shape: z.ZodType) =>
  anyOf(z.toJSONSchema(shape, { unrepresentable: 'any', io: 'input' }), ({ type }) => {
    if (type === 'string') return text;
    if (type === 'integer' || type === 'number')
      return fc.oneof(fc.integer({ min: -5, max: 200 }), fc.constantFrom(0.5, 2 ** 53, -1, 1e300));
    const odd = fc.constantFrom<unknown>(null, undefined, new Date(Number.NaN), new Date(0), 10n, Number.NaN);
    return fc.oneof(text, odd);
  });

const call = fc.constantFrom(...PROCEDURES).chain(({ path, input }) => {
  const valid = input ? inputOf(input) : fc.constant(undefined);
  return fc.record({ path: fc.constant(path), given: fc.oneof(valid, mutated(valid, 2)) });
});

let world: World | undefined;

/** How often time is moved on, half a second each, until an answer counts as one that never comes. */
const MAX_STEPS = 300;
/** After some steps real time is let pass as well, in ms: what looks at the machine itself knows no other. */
const REAL_STEP_MS = 30;
const VIRTUAL_STEPS = 20;

let calls = 0;
let streamsRead = 0;
/** Among this many calls some are to streams, whatever is drawn. */
const ENOUGH_CALLS = 500;

/** Calls as the window does; a stream of answers is left after its first. */
async function callOf(path: string[], given: unknown): Promise<unknown> {
  const client = createRouterClient(await world!.askbell.loadRouter()) as unknown as Record<string, unknown>;
  const procedure = path.reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], client);
  const leaving = new AbortController();
  const answer = await (procedure as (input: unknown, options: object) => Promise<unknown>)(given, {
    signal: leaving.signal,
  });
  if (typeof answer === 'object' && answer !== null && Symbol.asyncIterator in answer)
    await readFirst(answer as AsyncIterable<unknown>, leaving);
  return answer;
}

/** Reads the first of a stream, or waits in vain where nothing happens; then leaves it, which has to end it. */
async function readFirst(stream: AsyncIterable<unknown>, leaving: AbortController): Promise<void> {
  const iterator = stream[Symbol.asyncIterator]();
  const first = failureOf(iterator.next());
  await Promise.race([first, world!.idle()]);
  leaving.abort();
  const failed = await first;
  await iterator.return?.();
  const isLeft = failed instanceof Error && failed.name === 'AbortError';
  if (failed !== undefined && !isLeft) throw failed;
  streamsRead++;
}

beforeAll(async () => {
  world = await createWorld();
  await world.round();
});

afterAll(async () => {
  await world?.close();
  // A promise about streams that were never read would be none.
  assert(calls < ENOUGH_CALLS || streamsRead > 0, `no stream was read in ${calls} calls`);
});

property({
  name: 'contract',
  holds:
    'whatever a window calls but what ends the sign-in or the history (8 procedures), with whatever input: it is ' +
    'answered, or refused in words or as a bad request; streams begin and can be left; Askbell goes on',
  share: 0.1,
  input: call,
  async check({ path, given }) {
    calls++;
    const answered = failureOf(callOf(path, given));
    let isDone = false;
    void answered.then(() => (isDone = true));
    await world!.idle();
    for (let steps = 0; !isDone && steps < MAX_STEPS; steps++) {
      await world!.pass(500);
      if (steps > VIRTUAL_STEPS) await new Promise((resolve) => setTimeout(resolve, REAL_STEP_MS));
    }
    assert(isDone, `${path.join('.')} never answers`);
    assertPrototypes();
    const error = await answered;
    if (error === undefined) return;
    if (!(error instanceof ORPCError)) throw error;
    assert(error.code !== 'INTERNAL_SERVER_ERROR', `${path.join('.')}: ${error.message}`);
    assert(error.message.length < 2000, `${path.join('.')} refuses in ${error.message.length} characters`);
  },
});
