import type { en } from '../en/index.ts';
import { names, tray } from './agent.ts';
import { common, failures, time } from './common.ts';
import { inbox } from './inbox.ts';
import { panel } from './panel.ts';
import { system } from './system.ts';
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
  failures,
  shortcuts,
  status,
  settings,
  system,
  clickRequest,
  reputation,
  watches,
  inbox,
  panel,
  welcome,
  firstSteps,
  names,
  tray,
};
