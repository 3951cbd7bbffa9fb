/**
 * What can go wrong on purpose: `status` an error object, `delay` a late answer, `truncate` half the JSON delivered as
 * if it were all, `cut` the connection broken half-way through the body, `drop` broken before any answer, `garbage` no
 * JSON at all, `html` a web page, `protection` the page of what protects the network, `throttle` too many requests,
 * `wrong-quota` less than nothing left.
 */
export const FAULT_KINDS = [
  'status',
  'delay',
  'truncate',
  'cut',
  'garbage',
  'html',
  'protection',
  'drop',
  'throttle',
  'wrong-quota',
] as const;

/** A fault to inject into answers of the API. */
export interface Fault {
  readonly kind: (typeof FAULT_KINDS)[number];
  /** Beginning of the path after the version, e.g. `/me/inbox`; absent: every path. */
  readonly path?: string | undefined;
  /** How many answers it still hits. */
  times: number;
  /** HTTP status of `status` (an error's, default 500), `html` (default 200) and `protection` (default 403). */
  readonly status?: number | undefined;
  /** Milliseconds of `delay`. */
  readonly ms?: number | undefined;
}

const KINDS_THAT_LOSE_THE_END: ReadonlySet<Fault['kind']> = new Set(['truncate', 'cut', 'garbage', 'html', 'drop']);

/** Whether a fault keeps the client from reading the answer to its end. */
export const loses = ({ kind }: Fault): boolean => KINDS_THAT_LOSE_THE_END.has(kind);

export interface Faults {
  plan(fault: Fault): void;
  clear(): void;
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
    next(path) {
      const fault = planned.find((candidate) => candidate.path === undefined || under(path, candidate.path));
      if (!fault) return undefined;
      fault.times -= 1;
      planned = planned.filter(({ times }) => times > 0);
      return fault;
    },
  };
}
