import { z } from 'zod';

/** Which network a person chose. */
export const NetworkKind = z.enum(['demo', 'stackexchange', 'other']);

export type NetworkKind = z.output<typeof NetworkKind>;
