import type { z } from 'zod';
import type { Fault as FaultMessage } from './messages.ts';

/** A fault as it is planned. */
export type Fault = z.output<typeof FaultMessage>;

const losing: ReadonlySet<Fault['kind']> = new Set(['truncate', 'cut', 'garbage', 'html', 'drop']);

/** Whether nobody gets to read the end of the answer that the fault hits. */
export const loses = ({ kind }: Fault): boolean => losing.has(kind);

export interface Faults {
  plan(fault: Fault): void;
  clear(): void;
  /** Whether any fault is still to come. */
  planned(): boolean;
  /** The fault for a request to this path, if one is planned; counts it as used. */
  next(path: string): Fault | undefined;
}

const under = (path: string, beginning: string) =>
  path === beginning || path.startsWith(beginning.endsWith('/') ? beginning : `${beginning}/`);

export function createFaults(): Faults {
  let planned: Fault[] = [];
  return {
    plan: (fault) => void planned.push({ ...fault }),
    clear() {
      planned = [];
    },
    planned: () => planned.length > 0,
    next(path) {
      const fault = planned.find((candidate) => candidate.path === undefined || under(path, candidate.path));
      if (!fault) return undefined;
      fault.times -= 1;
      planned = planned.filter(({ times }) => times > 0);
      return fault;
    },
  };
}
