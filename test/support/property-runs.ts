/** Set it to run every property as often as it was written for, as before a release. */
const THOROUGH_VARIABLE = 'ASKBELL_THOROUGH';
const SHARE_IN_ORDINARY_RUNS = 1 / 12;

/**
 * How often a slow property is tried: a part of `thorough` in ordinary runs, all of it with `ASKBELL_THOROUGH=1`. Each
 * run draws other values, so that many runs still try many.
 */
export const propertyRuns = (thorough: number): number =>
  process.env[THOROUGH_VARIABLE] === '1' ? thorough : Math.ceil(thorough * SHARE_IN_ORDINARY_RUNS);
