import { os, type RouterParts } from '../procedures.ts';

/** Handlers of import and reset: preview and undo. */
export const transferHandlers = ({ agent }: RouterParts) => ({
  upload: os.transfer.upload.handler(async ({ input }) => ({
    upload: await agent.services.transfer.uploads.add(input.upload, input.text),
  })),
  discard: os.transfer.discard.handler(async ({ input }) => {
    await agent.services.transfer.uploads.discard(input.upload);
    return {};
  }),
  previewImport: os.transfer.previewImport.handler(({ input }) => agent.services.transfer.previewImport(input.upload)),
  previewReset: os.transfer.previewReset.handler(() => agent.services.transfer.previewReset()),
  last: os.transfer.last.handler(() => {
    const change = agent.services.transfer.last();
    return change ? { change } : {};
  }),
  undo: os.transfer.undo.handler(({ input }) => agent.services.transfer.undo(input.undo)),
});
