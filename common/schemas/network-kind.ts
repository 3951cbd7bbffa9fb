import { z } from 'zod';

/** Kind of network that the user chose. */
export const NetworkKind = z.enum(['demo', 'stackexchange', 'other']);

export type NetworkKind = z.output<typeof NetworkKind>;
