import { os, type RouterParts } from './procedures.ts';

/** Handlers of signing in and out. */
export const sessionHandlers = ({ agent }: RouterParts) => ({
  signIn: os.session.signIn.handler(async ({ input }) => {
    await agent.session.signIn(input);
    return {};
  }),
  signInAgain: os.session.signInAgain.handler(async ({ input }) => {
    await agent.signInAgain(input?.account);
    return {};
  }),
  askForAchievements: os.session.askForAchievements.handler(async ({ input }) => {
    await agent.session.signInAgain(input.account, { mayReadPrivate: true });
    return {};
  }),
  paste: os.session.paste.handler(({ input }) => {
    agent.session.paste(input.text);
    return {};
  }),
  takeFromClipboard: os.session.takeFromClipboard.handler(async () => ({
    taken: await agent.session.takeFromClipboard(),
  })),
  tryAnotherWay: os.session.tryAnotherWay.handler(async () => {
    await agent.session.tryAnotherWay();
    return {};
  }),
  cancelSignIn: os.session.cancelSignIn.handler(() => {
    agent.session.cancelSignIn();
    return {};
  }),
  changeKey: os.session.changeKey.handler(async ({ input }) => {
    await agent.session.changeKey(input.account, input.key);
    return {};
  }),
  signOutOtherBrowsers: os.session.signOutOtherBrowsers.handler(({ context }) => ({
    count: context.browser?.signOutOthers() ?? 0,
  })),
  signOut: os.session.signOut.handler(async ({ input }) => agent.signOut(input?.account)),
});
