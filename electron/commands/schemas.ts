import { z } from 'zod';
import { contract, InboxEntry, Reading, RecordedEvent, RunStatus } from '../../common/contract/contract.ts';
import { BarFacts } from './bar.ts';

/** Schema of what a procedure of the contract returns. */
const outputOf = (procedure: { '~orpc': { outputSchema?: unknown } }): z.ZodType =>
  procedure['~orpc'].outputSchema as z.ZodType;

const Changed = outputOf(contract.inbox.mark);
const Opened = z.object({ opened: z.boolean(), address: z.string().optional() });

/** Schema of the JSON that each command prints; dates are ISO 8601. */
export const OUTPUTS: Readonly<Record<string, z.ZodType>> = {
  open: Opened,
  status: z.union([
    RunStatus.extend({ running: z.literal(true), shell: z.enum(['electron', 'headless']) }),
    z.object({ running: z.literal(false) }),
    z.object({ running: z.literal(true), shell: z.string(), folder: z.string(), answers: z.literal(false) }),
    BarFacts,
  ]),
  inbox: outputOf(contract.inbox.list),
  search: outputOf(contract.inbox.list),
  show: z.object({ entry: InboxEntry, reading: Reading }),
  read: Changed,
  mute: Changed,
  snooze: z.object({ until: z.date().optional(), changed: z.number().optional(), undo: z.string().optional() }),
  'watch list': outputOf(contract.watches.list),
  'watch add': outputOf(contract.watches.add),
  'watch preview': outputOf(contract.watches.preview),
  'watch remove': outputOf(contract.watches.remove),
  'forward list': outputOf(contract.forwarding.list),
  'forward exec': outputOf(contract.forwarding.save),
  'forward remove': outputOf(contract.forwarding.remove),
  reputation: outputOf(contract.reputation.list),
  sync: outputOf(contract.polling.syncNow),
  pause: outputOf(contract.polling.pause),
  resume: outputOf(contract.polling.resume),
  follow: RecordedEvent,
};

/** Returns the JSON Schema of a command's output; undefined if it prints none. */
export function jsonSchema(command: string): object | undefined {
  const schema = OUTPUTS[command];
  return (
    schema &&
    z.toJSONSchema(schema, {
      unrepresentable: 'any',
      override({ zodSchema, jsonSchema: written }) {
        if (zodSchema instanceof z.ZodDate) Object.assign(written, { type: 'string', format: 'date-time' });
      },
    })
  );
}
