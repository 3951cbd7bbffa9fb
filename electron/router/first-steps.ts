import { os, type RouterParts } from './procedures.ts';

/** The first minute after signing in. */
export const firstStepsHandlers = ({ agent }: RouterParts) => ({
  get: os.firstSteps.get.handler(() => ({ wanted: agent.services.firstSteps.wanted() })),
  tags: os.firstSteps.tags.handler(() => agent.services.firstSteps.tags()),
  finish: os.firstSteps.finish.handler(() => {
    agent.services.firstSteps.finish();
    return {};
  }),
});
