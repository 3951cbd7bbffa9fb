import { ok, text, type Finding } from '../finding.ts';

/** Instance that uses the data folder; `self`: the one that runs this check. */
export type InstanceFacts = 'none' | 'app' | 'headless' | 'unclear' | 'self';

/**
 * Reports whether Askbell runs with this data folder. Neither is a fault, but it helps to understand the other
 * findings. Pure.
 */
export const checkInstance = (facts: InstanceFacts): Finding => ok(text(`instance.${facts}`));
