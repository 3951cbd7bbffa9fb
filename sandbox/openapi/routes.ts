import type { FastifyInstance } from 'fastify';
import type { Network } from '../api/network.ts';
import { sendJson } from '../api/send.ts';
import { sendPage } from '../pages/layout.ts';
import { openApiDocument, type Examples } from './document.ts';
import { gatherExamples } from './examples.ts';
import { referenceBody } from './page.ts';

/** Adds the description of the API, for tools at `/_sandbox/openapi.json` and for people at `/_sandbox/docs`. */
export function registerDescription(app: FastifyInstance, network: Network): void {
  let gathered: Examples | undefined;
  const described = () => ({
    self: network.self(),
    behaviour: network.behaviour,
    examples: (gathered ??= gatherExamples(network)),
  });
  app.get('/_sandbox/openapi.json', (_request, reply) => sendJson(reply, 200, openApiDocument(described())));
  for (const path of ['/_sandbox/docs', '/_sandbox/docs/'])
    app.get(path, (_request, reply) => {
      sendPage(reply, network, {
        title: 'What can be asked here',
        body: referenceBody(described()),
        wide: true,
      });
    });
}
