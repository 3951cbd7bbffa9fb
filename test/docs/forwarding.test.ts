import { expect, it } from 'vitest';
import { z } from 'zod';
import { ForwardedMessage } from '../../electron/agent/forwarding/message.ts';

it('docs/forwarding.schema.json is the schema of what webhooks receive', async () => {
  const schema = { title: 'Message that Askbell forwards', ...z.toJSONSchema(ForwardedMessage, { io: 'input' }) };
  const text = `${JSON.stringify(schema, null, 2)}\n`;
  await expect(text).toMatchFileSnapshot('../../docs/forwarding.schema.json');
});
