import fc from 'fast-check';
import { expect, it } from 'vitest';

/** A property of code that reads what others wrote, and what it is tried with. */
export interface Property<Input> {
  name: string;
  /** The property, in words. */
  holds: string;
  /** Its share of the cases, relative to the other properties; less for slow ones (default 1). */
  share?: number;
  input: fc.Arbitrary<Input>;
  /** Throws where the property does not hold. */
  check: (input: Input) => void | Promise<void>;
}

/** Cases of all properties together; `npm run fuzz` sets how many, and what is drawn. */
const CASES = Number(process.env['ASKBELL_CASES'] ?? 250);
const DRAWN = {
  // One that the command takes.
  seed: Number(process.env['ASKBELL_SEED'] ?? Math.trunc(Math.random() * 2 ** 31)),
  ...(process.env['ASKBELL_PATH'] !== undefined && { path: process.env['ASKBELL_PATH'] }),
};
/** Sum of the shares of all properties. */
const ALL_SHARES = 12.45;
/** How much of a counterexample's text is shown. */
const MAX_SHOWN = 2000;

/** Declares a test that tries a property. */
export function property<Input>({ name, holds, share = 1, input, check }: Property<Input>): void {
  it(`${name}: ${holds}`, { retry: 0 }, async ({ task }) => {
    const numRuns = Math.ceil((CASES * share) / ALL_SHARES);
    const tried = await fc.check(
      fc.asyncProperty(input, async (value) => check(value)),
      { ...DRAWN, numRuns },
    );
    task.meta.cases = tried.numRuns;
    const shown = fc.stringify(tried.counterexample?.[0]).slice(0, MAX_SHOWN);
    const again = `npm run fuzz -- --only ${name} --seed ${tried.seed} --path ${tried.counterexamplePath}`;
    expect(tried.failed, `${String(tried.errorInstance)}\nwith ${shown}\nagain: ${again}`).toBe(false);
  });
}

declare module 'vitest' {
  interface TaskMeta {
    /** How many cases a property was tried with. */
    cases?: number;
  }
}

/** Fails a case, with the reason. */
export function assert(isSo: boolean, reason: string): void {
  if (!isSo) throw new Error(reason);
}

/** Longest time that anything others write may take, in ms of this process's processor time. */
const MAX_CASE_MS = 1500;

/** Runs work that must end in a bounded time. */
export function inTime<T>(name: string, work: () => T): T {
  const before = process.cpuUsage();
  const timed = (result: T): T => {
    const { user, system } = process.cpuUsage(before);
    const took = Math.round((user + system) / 1000);
    assert(took < MAX_CASE_MS, `${name} took ${took} ms`);
    return result;
  };
  const result = work();
  return result instanceof Promise ? (result.then(timed) as T) : timed(result);
}

/** What a promise is rejected with; undefined where it is kept. */
export const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(() => undefined).catch((error: unknown) => error);

/** Checks that no key of the input became part of every object. */
export function assertPrototypes(): void {
  assert(!('polluted' in {}), 'a key of the input became part of every object');
}
