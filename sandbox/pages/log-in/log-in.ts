import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Network } from '../../api/network.ts';
import { html } from '../markup.ts';
import { sendPage } from '../page.ts';
import { isEmbedded } from './embedded.ts';
import {
  embeddedBody,
  EXAMPLE_ID_ADDRESS,
  EXAMPLE_ID_DONE_SCRIPT,
  exampleIdBody,
  exampleIdDoneBody,
  LOG_IN_ADDRESS,
  logInBody,
  logInScript,
} from './log-in-page.ts';
import { offeredPeople } from './people.ts';
import { comesFromElsewhere, keepSignedIn, signedIn } from './session.ts';

/**
 * People log in to the network's own pages here, by choosing who they are, or through another service that shows itself
 * in a window of its own and nowhere else (docs/api.md, "Log-in pages"). The log-in is a cookie.
 */

/** Where to go on after the log-in: an address of the network itself, or its front page. */
function returnAddress(network: Network, sent: unknown): string {
  if (typeof sent !== 'string' || !sent.startsWith('/')) return '/';
  const base = network.self();
  const url = URL.parse(sent, base);
  return url && url.origin === new URL(base).origin ? `${url.pathname}${url.search}${url.hash}` : '/';
}

/** How a content security policy names the place that an address leads to. */
export const formTarget = (url: URL): string => (/^https?:$/.test(url.protocol) ? url.origin : url.protocol);

/**
 * Where the log-in form may lead: somebody who approved the application before is led on to it at once, and browsers
 * hold a form to its policy through all redirects. Which places are allowed is the dialog's to judge.
 */
function targetsBehind(network: Network, returnTo: string): string[] {
  const redirect = new URL(returnTo, network.self()).searchParams.get('redirect_uri');
  const url = redirect === null ? null : URL.parse(redirect);
  // Nothing but a scheme or an origin may get into the policy.
  return url && /^[\w.:/[\]-]+$/.test(formTarget(url)) ? [formTarget(url)] : [];
}

function goOn(reply: FastifyReply, to: string): void {
  reply.code(302).header('location', to).header('cache-control', 'no-store').send();
}

/** Leads to the log-in page, from where it goes on to an address of the network. */
export function leadToLogIn(reply: FastifyReply, returnTo: string): void {
  goOn(reply, `${LOG_IN_ADDRESS}?${new URLSearchParams({ returnurl: returnTo }).toString()}`);
}

interface Form {
  account_id?: unknown;
  returnurl?: unknown;
}

/** Whom a form chose. @returns undefined when the answer has been refused */
function chosenIn(network: Network, request: FastifyRequest, reply: FastifyReply): number | undefined {
  const { account_id: sent } = (request.body ?? {}) as Form;
  const person = offeredPeople(network.statements).find(({ accountId }) => String(accountId) === sent);
  const isForeign = comesFromElsewhere(request);
  if (person && !isForeign) return person.accountId;
  const why = isForeign ? 'The answer came from another site than this one.' : 'Choose one of the people.';
  sendPage(reply, isForeign ? 403 : 400, network.secret(), {
    title: 'Not logged in',
    body: html`<h1>Nobody was logged in</h1><div class="notice bad" role="alert"><b>${why}</b></div>`,
  });
  return undefined;
}

function registerExampleId(app: FastifyInstance, network: Network): void {
  const refused = (request: FastifyRequest, reply: FastifyReply): boolean => {
    if (!isEmbedded(request.headers)) return false;
    sendPage(reply, 403, network.secret(), { title: 'Example ID', body: embeddedBody });
    return true;
  };
  app.get(EXAMPLE_ID_ADDRESS, (request, reply) => {
    if (refused(request, reply)) return;
    const { returnurl } = request.query as Form;
    // Without one it was opened as a pop-up, and the page behind it goes on.
    const returnTo = returnurl === undefined ? '' : returnAddress(network, returnurl);
    sendPage(reply, 200, network.secret(), {
      title: 'Sign in – Example ID',
      body: exampleIdBody(offeredPeople(network.statements), returnTo),
      formTargets: targetsBehind(network, returnTo),
    });
  });
  app.post(EXAMPLE_ID_ADDRESS, (request, reply) => {
    if (refused(request, reply)) return;
    const chosen = chosenIn(network, request, reply);
    if (chosen === undefined) return;
    keepSignedIn(reply, chosen);
    const { returnurl } = (request.body ?? {}) as Form;
    if (typeof returnurl === 'string' && returnurl !== '') return goOn(reply, returnAddress(network, returnurl));
    sendPage(reply, 200, network.secret(), {
      title: 'Signed in – Example ID',
      body: exampleIdDoneBody,
      script: EXAMPLE_ID_DONE_SCRIPT,
    });
  });
}

/** Adds the log-in page and the other service's. */
export function registerLogIn(app: FastifyInstance, network: Network): void {
  app.get(LOG_IN_ADDRESS, (request, reply) => {
    const returnTo = returnAddress(network, (request.query as Form).returnurl);
    sendPage(reply, 200, network.secret(), {
      title: 'Log in',
      body: logInBody(offeredPeople(network.statements), signedIn(network.statements, request), returnTo),
      script: logInScript(returnTo),
      formTargets: targetsBehind(network, returnTo),
    });
  });
  app.post(LOG_IN_ADDRESS, (request, reply) => {
    const chosen = chosenIn(network, request, reply);
    if (chosen === undefined) return;
    keepSignedIn(reply, chosen);
    goOn(reply, returnAddress(network, ((request.body ?? {}) as Form).returnurl));
  });
  registerExampleId(app, network);
}
