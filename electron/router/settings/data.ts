import { os, type RouterParts } from '../procedures.ts';

/** Handlers of export and import. */
export const dataHandlers = ({ agent }: RouterParts) => ({
  size: os.data.size.handler(() => ({ bytes: agent.services.data.size() })),
  export: os.data.export.handler(() => agent.services.data.export()),
  import: os.data.import.handler(({ input }) => agent.services.transfer.import(input.upload)),
});
