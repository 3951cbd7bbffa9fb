/**
 * How often a failing test is tried again. CI's machine is shared, so now and then something starves there that never
 * does elsewhere; what passes only then is named at the end of the run, because it may be a race of the product's own.
 */
export const RETRIES = process.env['CI'] === 'true' ? 1 : 0;
