import { DEFAULT_PREFERENCES } from '../store/settings.ts';
import { os, type RouterParts } from './procedures.ts';

/** For finding out what is wrong. */
export const diagnosticsHandlers = ({ agent }: RouterParts) => ({
  report: os.diagnostics.report.handler(async () => ({ text: await agent.diagnostics.report() })),
  examine: os.diagnostics.examine.handler(() => agent.doctor.report()),
  openLogs: os.diagnostics.openLogs.handler(async () => {
    await agent.diagnostics.openLogs();
    return {};
  }),
  reset: os.diagnostics.reset.handler(async ({ input }) => {
    if (input.what === 'settings') await agent.preferences.change(DEFAULT_PREFERENCES);
    else agent.data.deleteEverything();
    return {};
  }),
});
