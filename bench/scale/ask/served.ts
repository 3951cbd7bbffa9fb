import type { Facts, Weight } from '../make/site.ts';
import { startSandboxProcess } from '../../support/sandbox-process.ts';
import type { Subject } from './cases.ts';

export const WEIGHTS: readonly Weight[] = ['big', 'small'];

/** Site that was made and loaded. */
export interface Site {
  folder: string;
  database: string;
  facts: Facts;
}

/** Returns the subjects of one round, which are others in each; of an unknown kind, one that no path takes. */
export const subjectsOf =
  ({ subjects }: Facts, weight: Weight, round: number): Subject =>
  (kind) => {
    const ofKind = subjects[kind]?.[weight] ?? [`{${kind}}`];
    return String(ofKind[round % ofKind.length]);
  };

/** Serves a site to the users of a round, whose tokens are `big` and `small`, in a process of its own. */
export const serve = ({ database, facts }: Site, round: number, ...more: string[]) =>
  startSandboxProcess([
    `--db=${database}`,
    `--now=${facts.now}`,
    ...more,
    ...WEIGHTS.map((user) => `--grant=${user}=${subjectsOf(facts, user, round)('users')}:read_inbox,private_info`),
  ]);

/** Returns the address of a question to the site, asked by one of the two. */
export const addressOf = (base: string, url: string, user: Weight): string =>
  `${base}/2.3${url}&site=scale&key=demo-key&access_token=${user}`;
