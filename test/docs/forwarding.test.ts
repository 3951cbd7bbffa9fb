import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { ForwardedMessage } from '../../electron/agent/forwarding/message.ts';

it('docs/forwarding.schema.json is the schema of what webhooks and commands receive', () => {
  const published = JSON.parse(readFileSync('docs/forwarding.schema.json', 'utf8')) as unknown;
  expect(published).toEqual({
    title: 'Message that Askbell forwards',
    ...z.toJSONSchema(ForwardedMessage, { io: 'input' }),
  });
});
