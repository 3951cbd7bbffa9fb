import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingHttpHeaders } from 'node:http';
import type { Network } from '../api/network.ts';
import type { Statements } from '../world/database/statements.ts';
import { html, sendPage, type Markup } from './layout.ts';

/**
 * People log in to the network's own pages here, by choosing who they are, or through another service that shows itself
 * in a window of its own and nowhere else (docs/api.md, "Log-in pages"). The log-in is a cookie.
 */

/** Somebody whom the dialog offers to sign in as. */
export interface Person {
  accountId: number;
  name: string;
  /** Over all sites. */
  reputation: number;
  sites: number;
}

const MAX_PEOPLE = 12;

/** Returns the demo people in order; in a world without any, those with the most reputation. */
export function offeredPeople(statements: Statements): Person[] {
  return statements
    .all(
      `SELECT a.id, a.display_name, sum(u.reputation) AS reputation, count(*) AS sites FROM accounts a
         JOIN users u ON u.account_id = a.id
        WHERE a.is_demo = 1 OR NOT EXISTS (SELECT 1 FROM accounts WHERE is_demo = 1)
        GROUP BY a.id ORDER BY CASE WHEN a.is_demo = 1 THEN a.id ELSE 0 END, sum(u.reputation) DESC, a.id
          LIMIT ${MAX_PEOPLE}`,
    )
    .map((row) => ({
      accountId: Number(row['id']),
      name: String(row['display_name']),
      reputation: Number(row['reputation']),
      sites: Number(row['sites']),
    }));
}

/** Fields of the forms and addresses here. */
interface Form {
  account_id?: unknown;
  returnurl?: unknown;
}

/** Returns the person whom a form chose, if it is one of those on offer. */
export const chosenPerson = (statements: Statements, { account_id: sent }: Form): Person | undefined =>
  offeredPeople(statements).find(({ accountId }) => String(accountId) === sent);

/** Cookie that says who is logged in to the network's pages in this browser. */
const COOKIE_NAME = 'sandbox_account';

/** Returns who is logged in, if it is one of the people on offer. */
export function signedIn(statements: Statements, request: FastifyRequest): Person | undefined {
  const sent = new RegExp(`(?:^|; *)${COOKIE_NAME}=(\\d{1,15})(?:;|$)`).exec(request.headers.cookie ?? '')?.[1];
  if (sent === undefined) return undefined;
  return offeredPeople(statements).find(({ accountId }) => accountId === Number(sent));
}

/** Keeps the person logged in until the browser is closed. No other site can send the cookie along with a form. */
export function keepSignedIn(reply: FastifyReply, { accountId }: Person): void {
  reply.header('set-cookie', `${COOKIE_NAME}=${accountId}; Path=/; HttpOnly; SameSite=Lax`);
}

export function signOut(reply: FastifyReply): void {
  reply.header('set-cookie', `${COOKIE_NAME}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0`);
}

/**
 * Whether a form was sent from another site, whose pages must not answer for the person. Browsers say where it came
 * from, older ones by `Origin` only. A page that keeps its address to itself has the origin `null`, and is our own only
 * if the browser says so.
 */
export function comesFromElsewhere({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const { origin, host, 'sec-fetch-site': site } = headers;
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true;
  if (origin === undefined) return false;
  if (origin === 'null') return site !== 'same-origin';
  return URL.parse(origin)?.host !== host;
}

/** Names that programs with a browser inside give themselves. */
const EMBEDDED_AGENTS = /\bElectron\/|; wv\)|\bCEF\b|\bQtWebEngine\/|\bJavaFX\//i;
/** Purposes that a page is loaded for where it is not a window or tab of its own. */
const INNER_FRAMES: ReadonlySet<string> = new Set(['iframe', 'frame', 'embed', 'object', 'webview', 'fencedframe']);

/**
 * Whether a page is asked for from within another program or page, as far as its headers tell; large log-in services
 * refuse that (docs/api.md, "Log-in pages").
 */
export function isEmbedded(headers: IncomingHttpHeaders): boolean {
  // Android's embedded views name their program there; scripts in ordinary browsers say XMLHttpRequest.
  const program = headers['x-requested-with'];
  const frame = headers['sec-fetch-dest'];
  return (
    EMBEDDED_AGENTS.test(headers['user-agent'] ?? '') ||
    (typeof program === 'string' && program !== '' && program !== 'XMLHttpRequest') ||
    (typeof frame === 'string' && INNER_FRAMES.has(frame))
  );
}

const LOG_IN_ADDRESS = '/users/login';
/** Address of the other service's own log-in; it only shows itself in a browser's window. */
const EXAMPLE_ID_ADDRESS = '/example-id/sign-in';

const withReturn = (address: string, returnTo: string) =>
  `${address}?${new URLSearchParams({ returnurl: returnTo }).toString()}`;

/** Returns the address of the log-in page, from where it goes on to an address of the network. */
export const logInAddress = (returnTo: string): string => withReturn(LOG_IN_ADDRESS, returnTo);

const described = ({ accountId, name, reputation, sites }: Person) => html`<img src="/avatars/${accountId}.svg" alt="">
<span><b>${name}</b>\
<span>${reputation.toLocaleString('en')} reputation · ${sites.toLocaleString('en')} ${sites === 1 ? 'site' : 'sites'}\
</span></span>`;

/** Returns the people to choose one of in a form, as its field `account_id`; the first unless one is `chosen`. */
export const personChoice = (people: readonly Person[], chosen?: number): Markup => html`<fieldset>
<legend>Sign in as</legend>
<div class="people">
${people.map((person, index) => {
  const isChosen = chosen === undefined ? index === 0 : person.accountId === chosen;
  return html`<label class="person">
<input type="radio" name="account_id" value="${person.accountId}" required${isChosen && html` checked`}>
${described(person)}
</label>
`;
})}</div>
</fieldset>`;

/** Returns one of them, who is logged in. */
export const onePerson = (person: Person): Markup => html`<p class="person logged-in">${described(person)}</p>`;

const form = (address: string, returnTo: string, choice: Markup, answer: string) => html`<form method="post" \
action="${address}">
<input type="hidden" name="returnurl" value="${returnTo}">
${choice}
<div class="actions"><button class="main">${answer}</button></div>
</form>`;

/** Returns the network's own log-in page: as one of the people, or by the other service. */
const logInBody = (choice: Markup, returnTo: string) => html`<h1>Log in</h1>
<p class="soft">Log in to the sandbox network to go on.</p>
<div class="actions">
<a class="button" id="example-id" href="${withReturn(EXAMPLE_ID_ADDRESS, returnTo)}">Log in with Example ID</a>
</div>
<p class="soft small">Example ID is an account elsewhere, as many people use. It opens in a window of its own.</p>
<p id="waiting" class="notice" role="status" hidden>Go on in the window of Example ID.</p>
${form(LOG_IN_ADDRESS, returnTo, choice, 'Log in')}
<p class="soft small">The people are made up, and there is no password.</p>`;

/** Message of the pop-up to the page that opened it. */
const DONE_MESSAGE = 'example-id signed in';

/** Opens the other service in a window of its own, and goes on once somebody has signed in there. */
const logInScript = (returnTo: string) => `
const link = document.getElementById('example-id');
link.addEventListener('click', (event) => {
  const opened = window.open(${JSON.stringify(EXAMPLE_ID_ADDRESS)}, 'example-id', 'popup,width=480,height=720');
  if (!opened) return;
  event.preventDefault();
  document.getElementById('waiting').hidden = false;
});
window.addEventListener('message', ({ origin, data }) => {
  if (origin === location.origin && data === ${JSON.stringify(DONE_MESSAGE)})
    location.replace(${JSON.stringify(returnTo).replaceAll('<', String.raw`\u003c`)});
});
`;

/** Returns the other service's page in the pop-up. */
const exampleIdBody = (choice: Markup, returnTo: string) => html`<h1>Example ID</h1>
<p class="soft">Sign in with your Example ID to go on to <b>Sandbox network</b>.</p>
${form(EXAMPLE_ID_ADDRESS, returnTo, choice, 'Sign in')}`;

/** The other service's refusal to show itself in a program's own view. */
const embeddedBody = html`<h1>This browser may not be secure</h1>
<div class="notice bad" role="alert"><b>Error 403: disallowed_useragent</b></div>
<p>Example ID does not sign anybody in within another program. Open the page in your browser instead.</p>`;

const exampleIdDoneBody = html`<h1>You are signed in</h1>
<p>You can close this window.</p>`;

const EXAMPLE_ID_DONE_SCRIPT = `
if (window.opener) {
  window.opener.postMessage(${JSON.stringify(DONE_MESSAGE)}, location.origin);
  window.close();
}
`;

/** Returns where to go on after the log-in: an address of the network itself, or its front page. */
function returnAddress(network: Network, { returnurl: sent }: Form): string {
  if (typeof sent !== 'string' || !sent.startsWith('/')) return '/';
  const base = network.self();
  const url = URL.parse(sent, base);
  return url && url.origin === new URL(base).origin ? `${url.pathname}${url.search}${url.hash}` : '/';
}

/** Returns the place that an address leads to, as a content security policy names it. */
export const formTarget = (url: URL): string => (/^https?:$/.test(url.protocol) ? url.origin : url.protocol);

/**
 * Returns where the log-in form may lead: somebody who approved the application before is led on to it at once, and
 * browsers hold a form to its policy through all redirects. Which places are allowed is the dialog's to judge.
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
  goOn(reply, logInAddress(returnTo));
}

/** Logs in whom a form chose. @returns its fields, or undefined when the answer has been refused */
function logIn(network: Network, request: FastifyRequest, reply: FastifyReply): Form | undefined {
  const sent = (request.body ?? {}) as Form;
  const person = chosenPerson(network.statements, sent);
  const isForeign = comesFromElsewhere(request);
  if (person && !isForeign) {
    keepSignedIn(reply, person);
    return sent;
  }
  const why = isForeign ? 'The answer came from another site than this one.' : 'Choose one of the people.';
  const body = html`<h1>Nobody was logged in</h1><div class="notice bad" role="alert"><b>${why}</b></div>`;
  sendPage(reply, network, { title: 'Not logged in', body }, isForeign ? 403 : 400);
  return undefined;
}

function registerExampleId(app: FastifyInstance, network: Network): void {
  const isRefused = (request: FastifyRequest, reply: FastifyReply): boolean => {
    if (!isEmbedded(request.headers)) return false;
    sendPage(reply, network, { title: 'Example ID', body: embeddedBody }, 403);
    return true;
  };
  app.get<{ Querystring: Form }>(EXAMPLE_ID_ADDRESS, (request, reply) => {
    if (isRefused(request, reply)) return;
    // Without an address to return to it was opened as a pop-up, and the page behind it goes on.
    const returnTo = request.query.returnurl === undefined ? '' : returnAddress(network, request.query);
    sendPage(reply, network, {
      title: 'Sign in – Example ID',
      body: exampleIdBody(personChoice(offeredPeople(network.statements)), returnTo),
      formTargets: targetsBehind(network, returnTo),
    });
  });
  app.post(EXAMPLE_ID_ADDRESS, (request, reply) => {
    if (isRefused(request, reply)) return;
    const sent = logIn(network, request, reply);
    if (!sent) return;
    if (typeof sent.returnurl === 'string' && sent.returnurl !== '') return goOn(reply, returnAddress(network, sent));
    const script = EXAMPLE_ID_DONE_SCRIPT;
    sendPage(reply, network, { title: 'Signed in – Example ID', body: exampleIdDoneBody, script });
  });
}

/** Adds the log-in page and the other service's. */
export function registerLogIn(app: FastifyInstance, network: Network): void {
  app.get<{ Querystring: Form }>(LOG_IN_ADDRESS, (request, reply) => {
    const returnTo = returnAddress(network, request.query);
    const { statements } = network;
    const choice = personChoice(offeredPeople(statements), signedIn(statements, request)?.accountId);
    sendPage(reply, network, {
      title: 'Log in',
      body: logInBody(choice, returnTo),
      script: logInScript(returnTo),
      formTargets: targetsBehind(network, returnTo),
    });
  });
  app.post(LOG_IN_ADDRESS, (request, reply) => {
    const sent = logIn(network, request, reply);
    if (sent) goOn(reply, returnAddress(network, sent));
  });
  registerExampleId(app, network);
}
