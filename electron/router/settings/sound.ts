import { os, type RouterParts } from '../procedures.ts';

/** The person's own sound for notifications. */
export const soundHandlers = ({ agent }: RouterParts) => ({
  get: os.sound.get.handler(() => agent.ownSound.get()),
  choose: os.sound.choose.handler(async ({ input }) => {
    await agent.ownSound.choose(input.name, input.wav);
    return {};
  }),
  remove: os.sound.remove.handler(async () => {
    await agent.ownSound.remove();
    return {};
  }),
});
