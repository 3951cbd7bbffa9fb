import type { FastifyInstance } from 'fastify';

/**
 * Lets an empty body be said to be JSON, as many clients send it with a POST that says nothing more; Fastify would
 * refuse it.
 */
export function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    if (body.trim() === '') done(null, undefined);
    else void parse(request, body, done);
  });
}
