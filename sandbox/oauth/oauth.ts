import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SignInNetwork } from './sign-in-network.ts';
import { sendPage } from '../pages/page.ts';
import { approve, isApproved } from './approvals.ts';
import { DIALOG_ADDRESS, dialogBody, refusalBody, signedOutBody } from './dialog-page.ts';
import { readDialogRequest, type DialogRequest, type Flow } from './dialog-request.ts';
import { registerExchange } from './exchange.ts';
import { loginSuccessBody, LOGIN_SUCCESS_SCRIPT } from './login-success-page.ts';
import { offeredPeople } from './people.ts';
import { withFragment, withQuery } from './redirect.ts';
import { keepSignedIn, signedIn, signOut } from './session.ts';
import { grantToken } from './tokens.ts';

/**
 * The room `oauth` signs people in (docs/api.md, "Authentication"). It shows the dialog in which a person allows an
 * application to act for them, in the implicit and the explicit flow, and keeps applications, approvals, codes and
 * tokens.
 */

function refuse(network: SignInNetwork, reply: FastifyReply, why: string, status = 400): void {
  sendPage(reply, status, network.secret(), { title: 'Sign-in refused', body: refusalBody(why) });
}

/** Browsers say where a form was sent from; nobody else's page may answer for the person. */
const comesFromElsewhere = (request: FastifyRequest) => {
  const site = request.headers['sec-fetch-site'];
  return site !== undefined && site !== 'same-origin' && site !== 'none';
};

/** The address to go back to, with what the flow gives there. */
const back = ({ flow, redirect, state }: DialogRequest, parameters: Record<string, string | undefined>) =>
  (flow === 'explicit' ? withQuery : withFragment)(redirect, { ...parameters, state });

/** Gives the application what the person allows it: a token, or a code to exchange for one. */
function allow(network: SignInNetwork, asked: DialogRequest, accountId: number): string {
  const { clientId, scopes, challenge } = asked;
  approve(network.statements, clientId, accountId, scopes);
  if (asked.flow === 'explicit')
    return back(asked, {
      code: network.codes.issue({ clientId, accountId, scopes, challenge, redirectUri: asked.sent.redirect_uri }),
    });
  const token = network.secret();
  const expires = grantToken(network.statements, { token, accountId, scopes, clientId }, network.world.clock.now());
  return back(asked, { access_token: token, expires: expires?.toString() });
}

function lead(reply: FastifyReply, target: string): void {
  reply
    .code(302)
    .header('location', target)
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .send();
}

/** Shows the dialog, or goes straight back when the person in this browser allowed all of this before. */
function ask(network: SignInNetwork, flow: Flow, request: FastifyRequest, reply: FastifyReply): void {
  const asked = readDialogRequest(network.statements, network.self(), flow, request.query as Record<string, unknown>);
  if ('refused' in asked) return refuse(network, reply, asked.refused);
  const person = signedIn(network.statements, request);
  if (person !== undefined && isApproved(network.statements, asked.clientId, person, asked.scopes))
    return lead(reply, allow(network, asked, person));
  sendPage(reply, 200, network.secret(), {
    title: `Sign in to let ${asked.appName} use your account`,
    body: dialogBody(asked, offeredPeople(network.statements), person),
    formTargets: [asked.redirect.origin],
  });
}

/** Takes the person's answer. */
function decide(network: SignInNetwork, flow: Flow, request: FastifyRequest, reply: FastifyReply): void {
  if (comesFromElsewhere(request))
    return refuse(network, reply, 'The answer came from another site than this one.', 403);
  const form = (request.body ?? {}) as Record<string, unknown>;
  const asked = readDialogRequest(network.statements, network.self(), flow, form);
  if ('refused' in asked) return refuse(network, reply, asked.refused);
  if (form['decision'] === 'deny')
    return lead(reply, back(asked, { error: 'access_denied', error_description: 'The person denied the app access.' }));
  const chosen = offeredPeople(network.statements).find(({ accountId }) => String(accountId) === form['account_id']);
  if (form['decision'] !== 'approve' || !chosen)
    return refuse(network, reply, 'Choose one of the people, and then Approve or Deny.');
  keepSignedIn(reply, chosen.accountId);
  lead(reply, allow(network, asked, chosen.accountId));
}

/**
 * Adds the dialog of both flows (docs/api.md, "Authentication"), the exchange, and the page where desktop sign-ins end.
 */
export function registerOauth(app: FastifyInstance, network: SignInNetwork): void {
  for (const flow of ['implicit', 'explicit'] as const)
    for (const path of [DIALOG_ADDRESS[flow], `${DIALOG_ADDRESS[flow]}/`]) {
      app.get(path, (request, reply) => ask(network, flow, request, reply));
      app.post(path, (request, reply) => decide(network, flow, request, reply));
    }
  registerExchange(app, network);
  for (const path of ['/oauth/login_success', '/oauth/login_success/'])
    app.get(path, (_request, reply) => {
      sendPage(reply, 200, network.secret(), {
        title: 'Signed in',
        body: loginSuccessBody,
        script: LOGIN_SUCCESS_SCRIPT,
      });
    });
  app.get('/oauth/sign_out', (_request, reply) => {
    signOut(reply);
    sendPage(reply, 200, network.secret(), { title: 'Signed out', body: signedOutBody });
  });
}
