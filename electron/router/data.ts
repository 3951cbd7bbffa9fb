import { dirname } from 'node:path';
import { UserFacingError } from '../agent/domain/user-facing-error.ts';
import { DEFAULT_PREFERENCES } from '../store/settings.ts';
import { answer, type Parts } from './answer.ts';
import { thirdParties } from './third-parties.ts';

/** For finding out what is wrong. */
export const diagnosticsAnswers = ({ agent, desktop }: Parts) => ({
  report: answer.diagnostics.report.handler(async () => ({ text: await agent.report() })),
  openLogs: answer.diagnostics.openLogs.handler(async () => {
    await desktop.openFolder(dirname(desktop.logFile)).catch((error: unknown) => {
      throw new UserFacingError(agent.words()('data.noFolder'), error instanceof Error ? error.message : String(error));
    });
    return {};
  }),
  reset: answer.diagnostics.reset.handler(async ({ input }) => {
    if (input.what === 'settings') await agent.changePreferences(DEFAULT_PREFERENCES);
    else agent.data.deleteEverything();
    return {};
  }),
});

/** Taking everything along. */
export const dataAnswers = ({ agent }: Parts) => ({
  export: answer.data.export.handler(() => agent.data.export()),
  import: answer.data.import.handler(({ input }) => agent.data.import(input.json)),
});

/** What Askbell is made of. */
export const aboutAnswer = ({ agent, thirdPartiesFile }: Parts) =>
  answer.about.handler(() => ({
    version: agent.state().version,
    licence: 'MIT',
    thirdParties: thirdParties(thirdPartiesFile),
  }));
