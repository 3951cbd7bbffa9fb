import type { FastifyInstance } from 'fastify';
import type { Network } from '../api/network.ts';
import { neededBy, routeOn, type Route } from '../api/query/route.ts';
import { routesOn } from '../api/routes/index.ts';
import { sendJson } from '../api/send.ts';
import type { CredentialPlace } from '../behaviour.ts';
import { html, sendPage, type Markup } from '../pages/layout.ts';
import { groupOf, openApiDocument, parametersOf, pathParameters, type Described, type Parameter } from './document.ts';
import { gatherExamples } from './examples.ts';
import type { Json } from './schemas.ts';

const inWords = (value: Json | undefined): string =>
  typeof value === 'string' ? value : JSON.stringify(value ?? null);

function parameterRow({ name, required, description, schema }: Parameter): Markup {
  const values = schema['enum'];
  const { default: usual } = schema;
  return html`<tr><th scope="row"><code>${name}</code>\
${required && html` <span class="soft small">required</span>`}</th>
<td>${Array.isArray(values) ? values.join(', ') : inWords(schema['type'] ?? 'text')}\
${usual !== undefined && html`, otherwise ${inWords(usual)}`}\
${description !== undefined && html`<br><span class="soft small">${description}</span>`}</td></tr>
`;
}

/** Returns who may call an operation, in words. */
function needsInWords(route: Route, template: string, place: CredentialPlace): string {
  const needed = neededBy(route, template);
  if (needed === undefined) return 'Anyone may ask.';
  const scope = needed === 'token' ? '' : ` with the scope ${needed}`;
  if (place === 'header') return `Needs an access_token${scope} in the header Authorization.`;
  return `Needs an access_token${scope}${needed === 'token' ? ' and' : ', and'} a key.`;
}

function operation(route: Route, template: string, { self, behaviour: { credentials }, examples }: Described): Markup {
  const example = examples(template);
  const isOpen = route.verb === 'GET' && !route.needs && !/^\/(?:me|access-tokens|apps)\b/.test(template);
  const key = credentials === 'header' ? '' : `${example?.url.includes('?') ? '&' : '?'}key=demo-key`;
  const address = example && isOpen && `${self}/2.3${example.url}${key}`;
  return html`<details id="${`${route.verb} ${template}`}">
<summary><span class="verb">${route.alsoPost === true ? 'GET, POST' : route.verb}</span> <code>${template}</code>\
<br><span class="soft small">${route.summary}</span></summary>
<p>${needsInWords(route, template, credentials)}${route.since !== undefined && html` Since version ${route.since}.`} \
The items are <code>${route.of.name}</code> objects.</p>
<table>${[...pathParameters(template), ...parametersOf(route)].map(parameterRow)}</table>
${address && html`<p class="small"><a href="${address}">${address}</a></p>`}
${example && html`<pre tabindex="0">${JSON.stringify(example.body, null, 2)}</pre>`}
</details>
`;
}

/** The API to read: every operation with its parameters and a real answer, grouped by what it is about. */
export function referenceBody(described: Described): Markup {
  const { self, behaviour } = described;
  const operations = routesOn(behaviour).flatMap((route) =>
    route.paths.map((template) => ({ route: routeOn(behaviour, route, template), template })),
  );
  const groups = [...new Set(operations.map(({ template }) => groupOf(template)))];
  return html`<h1>What can be asked here</h1>
<p>Every operation goes under <code>${self}/2.3</code>; the answers below are this network’s own. \
The same as a document for tools:
<a href="/_sandbox/openapi.json">OpenAPI 3.1</a>.</p>
${groups.map(
  (group) => html`<h2>${group}</h2>
${operations
  .filter(({ template }) => groupOf(template) === group)
  .map(({ route, template }) => operation(route, template, described))}`,
)}`;
}

/** Adds the description of the API, for tools at `/_sandbox/openapi.json` and for people at `/_sandbox/docs`. */
export function registerDescription(app: FastifyInstance, network: Network): void {
  let examples: Described['examples'] | undefined;
  const described = () => ({
    self: network.self(),
    behaviour: network.behaviour,
    examples: (examples ??= gatherExamples(network)),
  });
  app.get('/_sandbox/openapi.json', (_request, reply) => sendJson(reply, 200, openApiDocument(described())));
  for (const path of ['/_sandbox/docs', '/_sandbox/docs/'])
    app.get(path, (_request, reply) => {
      const title = 'What can be asked here';
      sendPage(reply, network, { title, body: referenceBody(described()), wide: true });
    });
}
