import { names } from './agent.ts';
import { common, failures, shortTime, time } from './common.ts';
import { inbox } from './inbox.ts';
import { panel } from './panel.ts';
import { keyring } from './system.ts';
import { settings } from './settings.ts';
import { shortcuts } from './shortcuts.ts';
import { status } from './status.ts';
import { welcome } from './welcome.ts';
import { firstSteps } from './first-steps.ts';
import { clickRequest } from './click-request.ts';
import { reputation } from './reputation.ts';
import { watches } from './watches.ts';

/**
 * Texts of the window, by view; `agent-only.ts` has those of the agent. Plural suffixes are the categories of
 * `Intl.PluralRules`.
 */
export const en = {
  common,
  time,
  shortTime,
  failures,
  shortcuts,
  status,
  settings,
  keyring,
  clickRequest,
  reputation,
  watches,
  inbox,
  panel,
  welcome,
  firstSteps,
  names,
};
