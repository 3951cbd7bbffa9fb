import fc from 'fast-check';

/** A part of Askbell that reads what others wrote, and the property that must hold whatever they write. */
export interface Target<Input = unknown> {
  name: string;
  /** The property, in words. */
  holds: string;
  /** Its share of all cases, relative to the others; 1 unless it is slow. */
  share?: number;
  input: fc.Arbitrary<Input>;
  /** Throws where the property does not hold. */
  check: (input: Input) => void | Promise<void>;
  /** Opens what all cases share. */
  open?: () => Promise<void>;
  close?: () => Promise<void>;
}

/** Lets the targets of one kind stand in one list. */
export const target = <Input>(declared: Target<Input>): Target => declared as Target;

/** Fails a case, with why. */
export class Broken extends Error {
  override readonly name = 'Broken';
}

export function assert(isSo: boolean, what: string): void {
  if (!isSo) throw new Broken(what);
}

/** Nothing that others write may take longer, in ms of this process's time. */
const MAX_CASE_MS = 1500;

/** Runs work that must end in a bounded time, and fails if it takes longer. */
export function inTime<T>(what: string, work: () => T): T {
  const before = process.cpuUsage();
  const result = work();
  assertInTime(what, before);
  return result;
}

/** The same for work that takes turns. */
export async function inTimeInTurns<T>(what: string, work: () => Promise<T>): Promise<T> {
  const before = process.cpuUsage();
  const result = await work();
  assertInTime(what, before);
  return result;
}

function assertInTime(what: string, before: NodeJS.CpuUsage): void {
  const { user, system } = process.cpuUsage(before);
  assert((user + system) / 1000 < MAX_CASE_MS, `${what} took ${Math.round((user + system) / 1000)} ms`);
}

/** Nothing anywhere may have become part of every object. */
export function assertPrototypes(): void {
  assert(!('polluted' in {}), 'a key of the input became part of every object');
}
