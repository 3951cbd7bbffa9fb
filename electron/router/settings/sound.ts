import { os, type RouterParts } from '../procedures.ts';

/** Handlers of the user's own notification sound. */
export const soundHandlers = ({ agent }: RouterParts) => ({
  get: os.sound.get.handler(() => agent.services.ownSound.get()),
  choose: os.sound.choose.handler(async ({ input }) => {
    await agent.services.ownSound.choose(input.name, input.wav);
    return {};
  }),
  remove: os.sound.remove.handler(async () => {
    await agent.services.ownSound.remove();
    return {};
  }),
});
