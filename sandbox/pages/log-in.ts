import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingHttpHeaders } from 'node:http';
import type { Network } from '../api/network.ts';
import type { Statements } from '../world/database/statements.ts';
import { html, sendPage, type Markup, type PageContent } from './layout.ts';

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
  return statements.all(
    `SELECT a.id AS accountId, a.display_name AS name, sum(u.reputation) AS reputation, count(*) AS sites
       FROM accounts a JOIN users u ON u.account_id = a.id
      WHERE a.is_demo = 1 OR NOT EXISTS (SELECT 1 FROM accounts WHERE is_demo = 1)
      GROUP BY a.id ORDER BY CASE WHEN a.is_demo = 1 THEN a.id ELSE 0 END, sum(u.reputation) DESC, a.id
      LIMIT ${MAX_PEOPLE}`,
  ) as unknown as Person[];
}

/** Fields of the forms and addresses here. */
type Form = Partial<Record<'account_id' | 'returnurl', unknown>>;

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

/** Message of the pop-up to the page that opened it. */
const DONE_MESSAGE = 'example-id signed in';

/**
 * Returns the network's own log-in page: as one of the people, or by the other service, which its script opens in a
 * window of its own. Once somebody has signed in there, the page goes on.
 */
const logInPage = (choice: Markup, returnTo: string): PageContent => ({
  title: 'Log in',
  body: html`<h1>Log in</h1>
<p class="soft">Log in to the sandbox network to go on.</p>
<div class="actions">
<a class="button" id="example-id" href="${withReturn(EXAMPLE_ID_ADDRESS, returnTo)}">Log in with Example ID</a>
</div>
<p class="soft small">Example ID is an account elsewhere, as many people use. It opens in a window of its own.</p>
<p id="waiting" class="notice" role="status" hidden>Go on in the window of Example ID.</p>
${form(LOG_IN_ADDRESS, returnTo, choice, 'Log in')}
<p class="soft small">The people are made up, and there is no password.</p>`,
  script: `
document.getElementById('example-id').addEventListener('click', (event) => {
  const opened = window.open(${JSON.stringify(EXAMPLE_ID_ADDRESS)}, 'example-id', 'popup,width=480,height=720');
  if (!opened) return;
  event.preventDefault();
  document.getElementById('waiting').hidden = false;
});
window.addEventListener('message', ({ origin, data }) => {
  if (origin === location.origin && data === ${JSON.stringify(DONE_MESSAGE)})
    location.replace(${JSON.stringify(returnTo).replaceAll('<', String.raw`\u003c`)});
});
`,
});

/** Returns the other service's page. */
const exampleIdPage = (choice: Markup, returnTo: string): PageContent => ({
  title: 'Sign in – Example ID',
  body: html`<h1>Example ID</h1>
<p class="soft">Sign in with your Example ID to go on to <b>Sandbox network</b>.</p>
${form(EXAMPLE_ID_ADDRESS, returnTo, choice, 'Sign in')}`,
});

/** The other service's refusal to show itself in a program's own view. */
const EMBEDDED_PAGE: PageContent = {
  title: 'Example ID',
  body: html`<h1>This browser may not be secure</h1>
<div class="notice bad" role="alert"><b>Error 403: disallowed_useragent</b></div>
<p>Example ID does not sign anybody in within another program. Open the page in your browser instead.</p>`,
};

/** The end of a sign-in in the pop-up, which tells the page that opened it, and closes. */
const EXAMPLE_ID_DONE_PAGE: PageContent = {
  title: 'Signed in – Example ID',
  body: html`<h1>You are signed in</h1>
<p>You can close this window.</p>`,
  script: `
if (window.opener) {
  window.opener.postMessage(${JSON.stringify(DONE_MESSAGE)}, location.origin);
  window.close();
}
`,
};

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

/** Leads to an address, which nothing keeps. */
export function goOn(reply: FastifyReply, to: string): void {
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

/**
 * Adds the log-in page and the other service's, which shows itself in no program's own view, and without an address to
 * return to is a pop-up: the page behind it goes on.
 */
export function registerLogIn(app: FastifyInstance, network: Network): void {
  const { statements } = network;
  for (const address of [LOG_IN_ADDRESS, EXAMPLE_ID_ADDRESS]) {
    const isOutside = address === EXAMPLE_ID_ADDRESS;
    app.get<{ Querystring: Form }>(address, (request, reply) => {
      if (isOutside && isEmbedded(request.headers)) return sendPage(reply, network, EMBEDDED_PAGE, 403);
      const isPopUp = isOutside && request.query.returnurl === undefined;
      const returnTo = isPopUp ? '' : returnAddress(network, request.query);
      const chosen = isOutside ? undefined : signedIn(statements, request)?.accountId;
      const page = isOutside ? exampleIdPage : logInPage;
      sendPage(reply, network, {
        ...page(personChoice(offeredPeople(statements), chosen), returnTo),
        formTargets: targetsBehind(network, returnTo),
      });
    });
    app.post(address, (request, reply) => {
      if (isOutside && isEmbedded(request.headers)) return sendPage(reply, network, EMBEDDED_PAGE, 403);
      const sent = logIn(network, request, reply);
      if (!sent) return;
      if (isOutside && !sent.returnurl) return sendPage(reply, network, EXAMPLE_ID_DONE_PAGE);
      goOn(reply, returnAddress(network, sent));
    });
  }
}
