import type { Translation } from '../../words.ts';
import type { agentOnly as agentOnlyEnglish } from '../en/agent-only.ts';
import { conditions, errors, notices, plan, tray } from './agent.ts';
import { data } from './data.ts';
import { runStatus, terminal } from './run-status.ts';
import { signIn, signOut } from './sign-in.ts';
import { system } from './system.ts';

/** A missing or unknown key does not compile. */
export const agentOnly: Translation<typeof agentOnlyEnglish> = {
  conditions,
  errors,
  notices,
  plan,
  tray,
  data,
  runStatus,
  terminal,
  signIn,
  signOut,
  system,
};
