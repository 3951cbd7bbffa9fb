import type { en } from '../en/index.ts';
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

/** A missing or unknown key does not compile. */
export const de: typeof en = {
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
