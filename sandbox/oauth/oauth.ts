import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SignInNetwork } from './sign-in-network.ts';
import { formTarget, leadToLogIn } from '../pages/log-in/log-in.ts';
import { offeredPeople } from '../pages/log-in/people.ts';
import { comesFromElsewhere, keepSignedIn, signedIn, signOut } from '../pages/log-in/session.ts';
import { sendPage } from '../pages/page.ts';
import { approve, isApproved } from './approvals.ts';
import { consentBody, DIALOG_ADDRESS, dialogBody, refusalBody, signedOutBody } from './dialog-page.ts';
import { readDialogRequest, type DialogRequest, type Flow } from './dialog-request.ts';
import { registerExchange } from './exchange.ts';
import { loginSuccessBody, LOGIN_SUCCESS_SCRIPT } from './login-success-page.ts';
import { withFragment, withQuery } from './redirect.ts';
import { grantToken } from './tokens.ts';

/**
 * The room `oauth` signs people in (docs/api.md, "Authentication"). It shows the dialog in which a person allows an
 * application to act for them, in the implicit and the explicit flow, and keeps applications, approvals, codes and
 * tokens.
 */

function refuse(network: SignInNetwork, reply: FastifyReply, why: string, status = 400): void {
  sendPage(reply, status, network.secret(), { title: 'Sign-in refused', body: refusalBody(why) });
}

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
  reply
    .code(302)
    .header('location', target)
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .send();
}

/** The request's own address, to come back to. */
function addressOf({ flow, sent }: DialogRequest): string {
  const query = new URLSearchParams(Object.entries(sent).filter(([, value]) => value !== ''));
  return `${DIALOG_ADDRESS[flow]}?${query.toString()}`;
}

/** Shows the dialog, or goes straight back when the person in this browser allowed all of this before. */
function ask(network: SignInNetwork, flow: Flow, request: FastifyRequest, reply: FastifyReply): void {
  const asked = readDialogRequest(network, flow, request.query as Record<string, unknown>);
  if ('refused' in asked) return refuse(network, reply, asked.refused);
  const accountId = signedIn(network.statements, request);
  if (accountId !== undefined && isApproved(network.statements, asked.clientId, accountId, asked.scopes))
    return lead(reply, allow(network, asked, accountId));
  const people = offeredPeople(network.statements);
  const person = people.find((one) => one.accountId === accountId);
  if (network.behaviour.logsInFirst && !person) return leadToLogIn(reply, addressOf(asked));
  sendPage(reply, 200, network.secret(), {
    title: `Sign in to let ${asked.appName} use your account`,
    body:
      network.behaviour.logsInFirst && person
        ? consentBody(asked, person, addressOf(asked))
        : dialogBody(asked, people, accountId),
    formTargets: [formTarget(asked.redirect)],
  });
}

/** As whom the answer is given: who is logged in, or where the dialog has the log-in in it, who was chosen there. */
function answeringAs(network: SignInNetwork, request: FastifyRequest): number | undefined {
  if (network.behaviour.logsInFirst) return signedIn(network.statements, request);
  const sent = ((request.body ?? {}) as Record<string, unknown>)['account_id'];
  return offeredPeople(network.statements).find(({ accountId }) => String(accountId) === sent)?.accountId;
}

/** Takes the person's answer. */
function decide(network: SignInNetwork, flow: Flow, request: FastifyRequest, reply: FastifyReply): void {
  if (comesFromElsewhere(request))
    return refuse(network, reply, 'The answer came from another site than this one.', 403);
  const form = (request.body ?? {}) as Record<string, unknown>;
  const asked = readDialogRequest(network, flow, form);
  if ('refused' in asked) return refuse(network, reply, asked.refused);
  if (form['decision'] === 'deny')
    return lead(reply, back(asked, { error: 'access_denied', error_description: 'The person denied the app access.' }));
  const person = answeringAs(network, request);
  if (form['decision'] === 'approve' && person === undefined && network.behaviour.logsInFirst)
    return leadToLogIn(reply, addressOf(asked));
  if (form['decision'] !== 'approve' || person === undefined)
    return refuse(network, reply, 'Choose one of the people, and then Approve or Deny.');
  if (!network.behaviour.logsInFirst) keepSignedIn(reply, person);
  lead(reply, allow(network, asked, person));
}

/**
 * Adds the dialog of both flows (docs/api.md, "Authentication"), the exchange, and the page where desktop sign-ins end.
 */
export function registerOauth(app: FastifyInstance, network: SignInNetwork): void {
  const ends = network.behaviour.dialogTakesSlash ? ['', '/'] : [''];
  for (const flow of ['implicit', 'explicit'] as const)
    for (const path of ends.map((end) => `${DIALOG_ADDRESS[flow]}${end}`)) {
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
