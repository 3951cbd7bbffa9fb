import { os, type RouterParts } from '../procedures.ts';

/** Exporting and importing everything. */
export const dataHandlers = ({ agent }: RouterParts) => ({
  size: os.data.size.handler(() => ({ bytes: agent.data.size() })),
  export: os.data.export.handler(() => agent.data.export()),
  import: os.data.import.handler(({ input }) => agent.transfer.import(input.json)),
});
