import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import { sendJson } from '../api/encoding/send.ts';
import { badParameter } from '../api/gate/errors.ts';

/** What is wrong with a body, in one line: each field with what it should be. */
const inWords = (error: z.ZodError) =>
  error.issues.map(({ path, message }) => `${path.length > 0 ? path.join('.') : 'the body'}: ${message}`).join('; ');

/** An empty body is one that says nothing. @throws ApiError 400 that says what is wrong with it */
export function read<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body ?? {});
  if (parsed.success) return parsed.data;
  throw badParameter('body', inWords(parsed.error));
}

/** Says that it is done, and what came of it. */
export const done = (reply: FastifyReply, body: object = {}): void => sendJson(reply, 200, {}, body);
