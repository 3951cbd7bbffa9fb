import { os, type RouterParts } from '../procedures.ts';

/** Handlers of diagnostics. */
export const diagnosticsHandlers = ({ agent }: RouterParts) => ({
  report: os.diagnostics.report.handler(async () => ({ text: await agent.diagnostics.report() })),
  examine: os.diagnostics.examine.handler(() => agent.doctor.report()),
  openLogs: os.diagnostics.openLogs.handler(async () => {
    await agent.diagnostics.openLogs();
    return {};
  }),
  reset: os.diagnostics.reset.handler(async ({ input }) => {
    if (input.what === 'settings') return { undo: await agent.services.transfer.reset() };
    await agent.services.transfer.uploads.discard();
    await agent.services.data.deleteEverything();
    return {};
  }),
});
