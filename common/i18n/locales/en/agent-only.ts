import { conditions, errors, notices, plan, tray } from './agent.ts';
import { data } from './data.ts';
import { runStatus, terminal } from './run-status.ts';
import { signIn, signOut } from './sign-in.ts';
import { system } from './system.ts';

/** Texts used only by the agent, in notifications, the tray and its responses; the window does not load them. */
export const agentOnly = {
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
