import { conditions, errors, notices, plan, tray } from './agent.ts';
import { data } from './data.ts';
import { runStatus } from './run-status.ts';
import { signIn, signOut } from './sign-in.ts';
import { system } from './system.ts';

/** What only the agent says, in notifications, the tray and its answers: the window comes without these texts. */
export const agentOnly = { conditions, errors, notices, plan, tray, data, runStatus, signIn, signOut, system };
