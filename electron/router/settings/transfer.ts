import { os, type RouterParts } from '../procedures.ts';

/** What an import or a reset would do, and taking it back. */
export const transferHandlers = ({ agent }: RouterParts) => ({
  previewImport: os.transfer.previewImport.handler(({ input }) => agent.transfer.previewImport(input.json)),
  previewReset: os.transfer.previewReset.handler(() => agent.transfer.previewReset()),
  last: os.transfer.last.handler(() => {
    const change = agent.transfer.last();
    return change ? { change } : {};
  }),
  undo: os.transfer.undo.handler(({ input }) => agent.transfer.undo(input.undo)),
});
