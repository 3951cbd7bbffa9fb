import { z } from 'zod';

/**
 * What can go wrong on purpose: `status` an error object, `delay` a late answer, `truncate` half the JSON delivered as
 * if it were all, `cut` the connection broken half-way through the body, `drop` broken before any answer, `garbage` no
 * JSON at all, `html` a web page, `throttle` too many requests, `wrong-quota` less than nothing left.
 */
const faultKinds = ['status', 'delay', 'truncate', 'cut', 'garbage', 'html', 'drop', 'throttle', 'wrong-quota'] as const;

/** A fault to inject into API answers. */
export const Fault = z.object({
  kind: z.enum(faultKinds),
  /** Beginning of the path after the version, e.g. `/me/inbox`; absent: every path. */
  path: z.string().startsWith('/').optional(),
  /** How many answers it hits. */
  times: z.number().int().min(1).default(1),
  /** HTTP status of `status` (an error's, default 500) and `html` (default 200). */
  status: z.number().int().min(200).max(599).optional(),
  /** Milliseconds of `delay`. */
  ms: z.number().int().min(0).max(600_000).optional(),
}).refine(({ kind, status }) => kind !== 'status' || status === undefined || status >= 400, 'A fault of the kind "status" takes a status from 400 on.')
  .refine(({ path }) => path === undefined || !/^\/[12]\.\d(?:\/|$)/.test(path), 'The path begins after the version.');
export type Fault = z.output<typeof Fault>;

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
