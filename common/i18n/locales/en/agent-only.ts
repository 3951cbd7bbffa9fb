import { conditions, errors, notices, plan } from './agent.ts';
import { data } from './data.ts';
import { signIn, signOut } from './sign-in.ts';

/** What only the agent says, in notifications, the tray and its answers: the window comes without these texts. */
export const agentOnly = { conditions, errors, notices, plan, data, signIn, signOut };
