import { os, type RouterParts } from './procedures.ts';

/** Exporting and importing everything. */
export const dataHandlers = ({ agent }: RouterParts) => ({
  export: os.data.export.handler(() => agent.data.export()),
  import: os.data.import.handler(({ input }) => agent.import(input.json)),
});
