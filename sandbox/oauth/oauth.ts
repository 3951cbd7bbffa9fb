import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isScope, type Scope } from '../api/caller.ts';
import { html, type Markup, type PageContent, sendPage } from '../pages/layout.ts';
import * as logIn from '../pages/log-in.ts';
import type { Statements } from '../world/database/statements.ts';
import { grantToken } from './apps.ts';
import { SCOPE_WORDS, type DialogRequest, type Flow, DialogRefusal, readDialogRequest } from './dialog-request.ts';
import { registerExchange, type Form, type SignInNetwork } from './exchange.ts';

/**
 * The room `oauth` signs people in (docs/api.md, "Authentication"). It shows the dialog in which a person allows an
 * application to act for them, in the implicit and the explicit flow, and keeps applications, approvals, codes and
 * tokens.
 */

const tick = html`<svg viewBox="0 0 20 20" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2" \
stroke-linecap="round" stroke-linejoin="round"><path d="m4.5 10.5 3.5 3.5 7.5-8"/></svg>`;

/** Where each flow's dialog is. */
const DIALOG_ADDRESS: Readonly<Record<Flow, string>> = { implicit: '/oauth/dialog', explicit: '/oauth' };

/**
 * Returns the dialog: which app, what it asks for, as whom, the two answers.
 * @param person as whom: one who is logged in, or a choice with the log-in in it
 * @param otherwise what follows the answers
 */
const dialogPage = (
  { appName, flow, redirect, scopes, sent }: DialogRequest,
  person: Markup,
  otherwise?: Markup,
): PageContent => ({
  title: `Sign in to let ${appName} use your account`,
  body: html`<h1>Let ${appName} use your account?</h1>
<p class="soft">If you approve, <b>${appName}</b> may:</p>
<ul class="scopes">
<li>${tick}<span>Know who you are and see your public profile</span></li>
${scopes.map(
  (scope) => html`<li>${tick}<span>${SCOPE_WORDS[scope]}</span></li>
`,
)}</ul>
<form method="post" action="${DIALOG_ADDRESS[flow]}">
${sent.map(
  ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">
`,
)}${person}
<div class="actions">
<button class="main" name="decision" value="approve">Approve</button>
<button name="decision" value="deny" formnovalidate>Deny</button>
</div>
</form>
<p class="soft small">Then you go on to <b>${redirect.host || redirect.protocol}</b>. \
This is a network for trying things out: the people are made up, and there is no password.</p>
${otherwise}`,
  formTargets: [logIn.formTarget(redirect)],
});

/** Signing out forgets only who was chosen last; tokens are not touched. */
const SIGNED_OUT_PAGE: PageContent = {
  title: 'Signed out',
  body: html`<h1>Nobody is signed in here any more</h1>
<p>The next sign-in asks again who you are. Apps that were given access keep it; take it back in the app.</p>`,
};

/** Returns why the dialog cannot go on; the person is not sent anywhere. */
const refusalPage = (why: string): PageContent => ({
  title: 'Sign-in refused',
  body: html`<h1>This sign-in cannot go on</h1>
<div class="notice bad" role="alert"><b>${why}</b></div>
<p>Nothing was shared with any app. Close this page and start again from the app; \
if it happens again, whoever makes the app has to mend its registration.</p>`,
});

/**
 * The place desktop apps are sent to. What came back is in the fragment, which only the browser knows: the script shows
 * the section that fits it, and copies the address on request.
 */
const SUCCESS_PAGE: PageContent = {
  title: 'Signed in',
  body: html`<section id="done">
<h1>You are signed in</h1>
<p>Most apps notice this by themselves, and you can close this page.</p>
<p>If your app asks for it, copy the whole address of this page and paste it there.</p>
<div class="actions"><button class="main" id="copy" type="button" hidden>Copy the address</button></div>
<p id="copied" class="soft" role="status"></p>
<p class="soft small">The address is as good as a key to your account. \
Give it to nothing but the app you are signing in to.</p>
</section>
<section id="failed" hidden>
<h1>You are not signed in</h1>
<div class="notice bad" role="alert"><b id="why">The app was not given access.</b></div>
<p>Nothing was shared. You can close this page, or start again from the app.</p>
<p>If your app asks for the address of this page, you may paste it there: it holds no key.</p>
</section>
<section id="nothing" hidden>
<h1>Nothing to see here yet</h1>
<p>Sign-ins end on this page. Start one from the app.</p>
</section>`,
  script: `
const said = new URLSearchParams(location.hash.slice(1));
const part = said.has('error') ? 'failed' : said.has('access_token') ? 'done' : 'nothing';
for (const one of ['done', 'failed', 'nothing']) document.getElementById(one).hidden = one !== part;
document.title = { failed: 'Not signed in', done: document.title, nothing: 'Sandbox network' }[part];
const why = said.get('error') === 'access_denied' ? 'You denied the app access.' : said.get('error_description');
if (why) document.getElementById('why').textContent = why;
const copy = document.getElementById('copy');
const copied = document.getElementById('copied');
copy.hidden = false;
copy.addEventListener('click', async () => {
  try {
    await navigator.clipboard.writeText(location.href);
    copied.textContent = 'Copied. Now paste it into your app.';
  } catch {
    copied.textContent = 'The browser did not allow that. Copy the address from the address bar instead.';
  }
});
`,
};

/** Returns what the person allowed the application before: nobody is asked the same twice until it is taken back. */
function approvedScopes(statements: Statements, clientId: string, accountId: number): Scope[] | undefined {
  const row = statements.get('SELECT scopes FROM approvals WHERE client_id = :clientId AND account_id = :accountId', {
    clientId,
    accountId,
  });
  return row && String(row['scopes']).split(' ').filter(isScope);
}

/** Remembers what the person allows the application, beside what it was allowed before. */
function approve(statements: Statements, clientId: string, accountId: number, scopes: readonly Scope[]): void {
  const all = new Set([...(approvedScopes(statements, clientId, accountId) ?? []), ...scopes]);
  statements.run(
    'INSERT OR REPLACE INTO approvals (client_id, account_id, scopes) VALUES (:clientId, :accountId, :scopes)',
    { clientId, accountId, scopes: [...all].join(' ') },
  );
}

/** Returns the address to go back to, with what the flow gives there, in the given order; empty ones are left out. */
function back({ flow, redirect, state }: DialogRequest, parameters: Record<string, string | undefined>): string {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...parameters, state })) if (value) given.append(name, value);
  if (flow === 'implicit') return `${redirect.href}#${given.toString()}`;
  const target = new URL(redirect);
  for (const [name, value] of given) target.searchParams.append(name, value);
  return target.href;
}

/** Sends the application a token, or a code to exchange for one. */
function allow(network: SignInNetwork, asked: DialogRequest, accountId: number): string {
  const { clientId, scopes, challenge, redirectUri } = asked;
  approve(network.statements, clientId, accountId, scopes);
  if (asked.flow === 'explicit')
    return back(asked, { code: network.codes.issue({ clientId, accountId, scopes, challenge, redirectUri }) });
  const token = network.credential();
  const expires = grantToken(network.statements, { token, accountId, scopes, clientId }, network.world.clock.now());
  network.onSignIn?.(accountId);
  const given = { access_token: token, expires: expires?.toString() };
  if (!network.behaviour.tellsScope) return back(asked, given);
  // Words are parted by a blank there, told as %20 (docs/api.md, "Authentication").
  const target = back(asked, { ...given, scope: scopes.join(' ') });
  const mark = target.indexOf('#');
  return target.slice(0, mark) + target.slice(mark).replaceAll('+', '%20');
}

function lead(reply: FastifyReply, target: string): void {
  logIn.goOn(reply.header('referrer-policy', 'no-referrer'), target);
}

/** Returns the request's own address, to come back to. */
const addressOf = ({ flow, sent }: DialogRequest): string =>
  `${DIALOG_ADDRESS[flow]}?${new URLSearchParams(Object.fromEntries(sent)).toString()}`;

/** Shows the dialog, or goes straight back when the person in this browser allowed all of this before. */
function ask(network: SignInNetwork, flow: Flow, request: FastifyRequest, reply: FastifyReply): void {
  const { statements, behaviour } = network;
  const asked = readDialogRequest(network, flow, request.query as Form);
  const person = logIn.signedIn(statements, request);
  if (person) {
    const allowed = approvedScopes(statements, asked.clientId, person.accountId);
    if (allowed && asked.scopes.every((scope) => allowed.includes(scope)))
      return lead(reply, allow(network, asked, person.accountId));
  }
  if (!behaviour.logsInFirst)
    return sendPage(
      reply,
      network,
      dialogPage(asked, logIn.personChoice(logIn.offeredPeople(statements), person?.accountId)),
    );
  if (!person) return logIn.leadToLogIn(reply, addressOf(asked));
  const address = logIn.logInAddress(addressOf(asked));
  const otherwise = html`<p class="small"><a href="${address}">Log in as somebody else</a></p>`;
  sendPage(reply, network, dialogPage(asked, logIn.onePerson(person), otherwise));
}

/** Takes the person's answer: of who is logged in, or of who was chosen where the dialog has the log-in in it. */
function decide(network: SignInNetwork, flow: Flow, request: FastifyRequest, reply: FastifyReply): void {
  if (logIn.comesFromElsewhere(request))
    throw new DialogRefusal('The answer came from another site than this one.', 403);
  const form = (request.body ?? {}) as Form;
  const asked = readDialogRequest(network, flow, form);
  const { decision } = form;
  if (decision === 'deny')
    return lead(reply, back(asked, { error: 'access_denied', error_description: 'The person denied the app access.' }));
  const { logsInFirst } = network.behaviour;
  const person = logsInFirst
    ? logIn.signedIn(network.statements, request)
    : logIn.chosenPerson(network.statements, form);
  if (decision === 'approve' && !person && logsInFirst) return logIn.leadToLogIn(reply, addressOf(asked));
  if (decision !== 'approve' || !person) throw new DialogRefusal('Choose one of the people, and then Approve or Deny.');
  if (!logsInFirst) logIn.keepSignedIn(reply, person);
  lead(reply, allow(network, asked, person.accountId));
}

/**
 * Adds the dialog of both flows (docs/api.md, "Authentication"), the exchange, and the page where desktop sign-ins end.
 */
export function registerOauth(app: FastifyInstance, network: SignInNetwork): void {
  const orRefusal =
    (answer: typeof ask, flow: Flow) =>
    (request: FastifyRequest, reply: FastifyReply): void => {
      try {
        answer(network, flow, request, reply);
      } catch (error) {
        if (!(error instanceof DialogRefusal)) throw error;
        sendPage(reply, network, refusalPage(error.message), error.status);
      }
    };
  const ends = network.behaviour.dialogTakesSlash ? ['', '/'] : [''];
  for (const flow of ['implicit', 'explicit'] as const)
    for (const path of ends.map((end) => `${DIALOG_ADDRESS[flow]}${end}`)) {
      app.get(path, orRefusal(ask, flow));
      app.post(path, orRefusal(decide, flow));
    }
  registerExchange(app, network);
  for (const path of ['/oauth/login_success', '/oauth/login_success/'])
    app.get(path, (_request, reply) => sendPage(reply, network, SUCCESS_PAGE));
  app.get('/oauth/sign_out', (_request, reply) => {
    logIn.signOut(reply);
    sendPage(reply, network, SIGNED_OUT_PAGE);
  });
}
