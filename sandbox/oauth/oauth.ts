import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isScope, type Scope } from '../api/caller.ts';
import { html, sendPage } from '../pages/layout.ts';
import {
  chosenPerson,
  comesFromElsewhere,
  goOn,
  keepSignedIn,
  leadToLogIn,
  logInAddress,
  offeredPeople,
  onePerson,
  personChoice,
  signedIn,
  signOut,
} from '../pages/log-in.ts';
import type { Statements } from '../world/database/statements.ts';
import { grantToken } from './apps.ts';
import { DIALOG_ADDRESS, dialogPage, refusalPage, SIGNED_OUT_PAGE, SUCCESS_PAGE } from './dialog-page.ts';
import { DialogRefusal, readDialogRequest, type DialogRequest, type Flow } from './dialog-request.ts';
import { registerExchange, type Form, type SignInNetwork } from './exchange.ts';

/**
 * The room `oauth` signs people in (docs/api.md, "Authentication"). It shows the dialog in which a person allows an
 * application to act for them, in the implicit and the explicit flow, and keeps applications, approvals, codes and
 * tokens.
 */

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
  goOn(reply.header('referrer-policy', 'no-referrer'), target);
}

/** Returns the request's own address, to come back to. */
const addressOf = ({ flow, sent }: DialogRequest): string =>
  `${DIALOG_ADDRESS[flow]}?${new URLSearchParams([...sent]).toString()}`;

/** Shows the dialog, or goes straight back when the person in this browser allowed all of this before. */
function ask(network: SignInNetwork, flow: Flow, request: FastifyRequest, reply: FastifyReply): void {
  const { statements, behaviour } = network;
  const asked = readDialogRequest(network, flow, request.query as Form);
  const person = signedIn(statements, request);
  if (person) {
    const allowed = approvedScopes(statements, asked.clientId, person.accountId);
    if (allowed && asked.scopes.every((scope) => allowed.includes(scope)))
      return lead(reply, allow(network, asked, person.accountId));
  }
  if (!behaviour.logsInFirst)
    return sendPage(reply, network, dialogPage(asked, personChoice(offeredPeople(statements), person?.accountId)));
  if (!person) return leadToLogIn(reply, addressOf(asked));
  const logIn = logInAddress(addressOf(asked));
  const otherwise = html`<p class="small"><a href="${logIn}">Log in as somebody else</a></p>`;
  sendPage(reply, network, dialogPage(asked, onePerson(person), otherwise));
}

/** Takes the person's answer: of who is logged in, or of who was chosen where the dialog has the log-in in it. */
function decide(network: SignInNetwork, flow: Flow, request: FastifyRequest, reply: FastifyReply): void {
  if (comesFromElsewhere(request)) throw new DialogRefusal('The answer came from another site than this one.', 403);
  const form = (request.body ?? {}) as Form;
  const asked = readDialogRequest(network, flow, form);
  const { decision } = form;
  if (decision === 'deny')
    return lead(reply, back(asked, { error: 'access_denied', error_description: 'The person denied the app access.' }));
  const { logsInFirst } = network.behaviour;
  const person = logsInFirst ? signedIn(network.statements, request) : chosenPerson(network.statements, form);
  if (decision === 'approve' && !person && logsInFirst) return leadToLogIn(reply, addressOf(asked));
  if (decision !== 'approve' || !person) throw new DialogRefusal('Choose one of the people, and then Approve or Deny.');
  if (!logsInFirst) keepSignedIn(reply, person);
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
    signOut(reply);
    sendPage(reply, network, SIGNED_OUT_PAGE);
  });
}
