import { UserFacingError } from '../agent/domain/user-facing-error.ts';
import { answer, type Parts } from './answer.ts';

/** Signing in and out. */
export const sessionAnswers = ({ agent }: Parts) => ({
  signIn: answer.session.signIn.handler(async ({ input }) => {
    await agent.session.signIn(input);
    return {};
  }),
  signInAgain: answer.session.signInAgain.handler(async ({ input }) => {
    const { phase, accounts } = agent.state();
    // Only the state knows whose token is no good any more; while a dialog is open its network is meant.
    await agent.session.signInAgain(input?.account ?? (phase === 'running' ? accounts[0]?.id : undefined));
    return {};
  }),
  paste: answer.session.paste.handler(({ input }) => {
    agent.session.paste(input.text);
    return {};
  }),
  cancelSignIn: answer.session.cancelSignIn.handler(() => {
    agent.session.cancelSignIn();
    return {};
  }),
  signOut: answer.session.signOut.handler(async ({ input }) => {
    const account = input?.account ?? agent.state().accounts[0]?.id;
    if (account === undefined || !agent.session.live(account))
      throw new UserFacingError(agent.words()('signOut.notSignedIn'), agent.words()('signOut.notSignedInAdvice'));
    return agent.session.signOut(account);
  }),
});
