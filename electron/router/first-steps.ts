import { os, type RouterParts } from './procedures.ts';

/** Handlers of the onboarding. */
export const firstStepsHandlers = ({ agent }: RouterParts) => ({
  get: os.firstSteps.get.handler(() => ({ wanted: agent.services.firstSteps.wanted() })),
  tags: os.firstSteps.tags.handler(() => agent.services.firstSteps.tags()),
  finish: os.firstSteps.finish.handler(() => {
    agent.services.firstSteps.finish();
    return {};
  }),
});
