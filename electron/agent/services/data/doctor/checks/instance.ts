import { ok, text, type Finding } from '../finding.ts';

/** Which Askbell has the data folder; `self`: the one that is asked. */
export type InstanceFacts = 'none' | 'app' | 'headless' | 'unclear' | 'self';

/** Whether Askbell runs with this data folder. Either is well; whoever reads the rest has to know. Pure. */
export const checkInstance = (facts: InstanceFacts): Finding => ok(text(`instance.${facts}`));
