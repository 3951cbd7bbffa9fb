import { UserFacingError } from '../agent/domain/user-facing-error.ts';
import { answer, type Parts } from './answer.ts';

/** What the person has set. */
export const settingsAnswers = ({ agent }: Parts) => ({
  get: answer.settings.get.handler(() => agent.settings.get().preferences),
  change: answer.settings.change.handler(({ input }) =>
    agent.changePreferences(Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))),
  ),
  testNotification: answer.settings.testNotification.handler(async () => {
    await agent.testNotification().catch((error: unknown) => {
      throw new UserFacingError(
        ({ words }) => words('errors.noNotification'),
        error instanceof Error ? error.message : String(error),
      );
    });
    return {};
  }),
});
