import type { FastifyInstance } from 'fastify';
import type { Network } from '../api/network.ts';
import { neededBy, type PathOperation } from '../api/query/route.ts';
import { operationsOn } from '../api/routes/index.ts';
import { sendJson } from '../api/send.ts';
import type { CredentialPlace } from '../behaviour.ts';
import { html, sendPage, type Markup } from '../pages/layout.ts';
import { type Described, groupOf, openApiDocument, parametersOf, type Parameter } from './document.ts';

const inWords = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? null));

function parameterRow({ name, required, description, schema }: Parameter): Markup {
  const { enum: values, type = 'text', default: usual } = schema;
  return html`<tr><th scope="row"><code>${name}</code>\
${required && html` <span class="soft small">required</span>`}</th>
<td>${Array.isArray(values) ? values.join(', ') : inWords(type)}\
${usual !== undefined && html`, otherwise ${inWords(usual)}`}\
${description !== undefined && html`<br><span class="soft small">${description}</span>`}</td></tr>
`;
}

/** Returns who may call an operation, in words. */
function needsInWords({ route, template }: PathOperation, place: CredentialPlace): string {
  const needed = neededBy(route, template);
  const scope = needed === 'token' ? '' : ` with the scope ${needed}`;
  const end = place === 'header' ? ' in the header Authorization.' : `${scope && ','} and a key.`;
  return needed === undefined ? 'Anyone may ask.' : `Needs an access_token${scope}${end}`;
}

function operationHtml(operation: PathOperation, { behaviour: { credentials }, examples }: Described): Markup {
  const { route, template } = operation;
  const { address, body } = examples(template) ?? {};
  return html`<details id="${`${route.verb} ${template}`}">
<summary><span class="verb">${route.alsoPost === true ? 'GET, POST' : route.verb}</span> <code>${template}</code>\
<br><span class="soft small">${route.summary}</span></summary>
<p>${needsInWords(operation, credentials)}${route.since !== undefined && html` Since version ${route.since}.`} \
The items are <code>${route.of.name}</code> objects.</p>
<table>${parametersOf(operation).map(parameterRow)}</table>
${address !== undefined && html`<p class="small"><a href="${address}">${address}</a></p>`}
${body && html`<pre tabindex="0">${JSON.stringify(body, null, 2)}</pre>`}
</details>
`;
}

/** The API to read: every operation with its parameters and a real answer, grouped by what it is about. */
function referenceBody(described: Described): Markup {
  const { self, behaviour } = described;
  const groups = Map.groupBy(operationsOn(behaviour), ({ template }) => groupOf(template));
  return html`<h1>What can be asked here</h1>
<p>Every operation goes under <code>${self}/2.3</code>; the answers below are this network’s own. \
The same as a document for tools: <a href="/_sandbox/openapi.json">OpenAPI 3.1</a>.</p>
${[...groups].map(
  ([group, operations]) => html`<h2>${group}</h2>
${operations.map((operation) => operationHtml(operation, described))}`,
)}`;
}

/** Adds the description of the API, for tools at `/_sandbox/openapi.json` and for people at `/_sandbox/docs`. */
export function registerDescription(app: FastifyInstance, network: Network, examples: Described['examples']): void {
  const described = () => ({ self: network.self(), behaviour: network.behaviour, examples });
  const page = () => ({ title: 'What can be asked here', body: referenceBody(described()), wide: true });
  app.get('/_sandbox/openapi.json', (_request, reply) => sendJson(reply, 200, openApiDocument(described())));
  for (const path of ['/_sandbox/docs', '/_sandbox/docs/'])
    app.get(path, (_request, reply) => sendPage(reply, network, page()));
}
