import type { FastifyInstance } from 'fastify';
import { routeOn, type Route } from '../api/query/route.ts';
import { routesOn } from '../api/routes/index.ts';
import { html, type Markup, sendPage } from '../pages/layout.ts';
import { needsInWords, parametersOf, pathParameters, type Parameter } from './parameters.ts';
import { groupOf, openApiDocument, type Described, type Examples } from './document.ts';
import type { Json } from './schemas.ts';
import type { Network } from '../api/network.ts';
import { sendJson } from '../api/send.ts';
import { gatherExamples } from './examples.ts';

const inWords = (value: Json | undefined): string =>
  typeof value === 'string' ? value : JSON.stringify(value ?? null);

const typeOf = ({ schema }: Parameter): string => {
  const values = schema['enum'];
  return Array.isArray(values) ? values.join(', ') : inWords(schema['type'] ?? 'text');
};

function parameterRow(parameter: Parameter): Markup {
  const { name, description } = parameter;
  const defaultValue = parameter.schema['default'];
  const required = parameter.isRequired === true && html` <span class="soft small">required</span>`;
  const otherwise = defaultValue !== undefined && html`, otherwise ${inWords(defaultValue)}`;
  const explanation = description !== undefined && html`<br><span class="soft small">${description}</span>`;
  return html`<tr><th scope="row"><code>${name}</code>${required}</th>
<td>${typeOf(parameter)}${otherwise}${explanation}</td></tr>
`;
}

function operation(route: Route, template: string, { self, behaviour: { credentials }, examples }: Described): Markup {
  const example = examples(template);
  const isOpen =
    example !== undefined &&
    route.verb === 'GET' &&
    route.needs === undefined &&
    !/^\/(?:me|access-tokens|apps)\b/.test(template);
  const inPath = pathParameters(template).map((parameter) => ({ ...parameter, isRequired: true }));
  const withKey =
    isOpen && credentials !== 'header'
      ? `${example.url}${example.url.includes('?') ? '&' : '?'}key=demo-key`
      : undefined;
  const address = isOpen ? `${self}/2.3${withKey ?? example.url}` : '';
  return html`<details id="${`${route.verb} ${template}`}">
<summary><span class="verb">${route.alsoPost === true ? 'GET, POST' : route.verb}</span> <code>${template}</code>\
<br><span class="soft small">${route.summary}</span></summary>
<p>${needsInWords(route, template, credentials)}${route.since !== undefined && html` Since version ${route.since}.`} \
The items are <code>${route.of.name}</code> objects.</p>
<table>${[...inPath, ...parametersOf(route)].map(parameterRow)}</table>
${isOpen && html`<p class="small"><a href="${address}">${address}</a></p>`}
${example !== undefined && html`<pre tabindex="0">${JSON.stringify(example.body, null, 2)}</pre>`}
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
