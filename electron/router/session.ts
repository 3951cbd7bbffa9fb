import { os, type RouterParts } from './procedures.ts';

/** Signing in and out. */
export const sessionHandlers = ({ agent }: RouterParts) => ({
  signIn: os.session.signIn.handler(async ({ input }) => {
    await agent.session.signIn(input);
    return {};
  }),
  signInAgain: os.session.signInAgain.handler(async ({ input }) => {
    await agent.signInAgain(input?.account);
    return {};
  }),
  paste: os.session.paste.handler(({ input }) => {
    agent.session.paste(input.text);
    return {};
  }),
  cancelSignIn: os.session.cancelSignIn.handler(() => {
    agent.session.cancelSignIn();
    return {};
  }),
  signOut: os.session.signOut.handler(async ({ input }) => agent.signOut(input?.account)),
});
