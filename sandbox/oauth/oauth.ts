import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Network } from '../http/network.ts';
import { sendPage } from '../pages/page.ts';
import { dialogBody, refusalBody } from './dialog-page.ts';
import { readDialogRequest, type DialogRequest } from './dialog-request.ts';
import { loginSuccessBody, loginSuccessScript } from './login-success-page.ts';
import { offeredPeople } from './people.ts';
import { withFragment } from './redirect.ts';
import { grantToken } from './tokens.ts';

const dialogPaths = ['/oauth/dialog', '/oauth/dialog/'];

function refuse(network: Network, reply: FastifyReply, why: string, status = 400): void {
  sendPage(reply, status, network.secret(), { title: 'Sign-in refused', body: refusalBody(why) });
}

/** Browsers say where a form was sent from; nobody else's page may answer for the person. */
const comesFromElsewhere = (request: FastifyRequest) => {
  const site = request.headers['sec-fetch-site'];
  return site !== undefined && site !== 'same-origin' && site !== 'none';
};

/** What the person decided, as the address to go to; undefined when the chosen person is not on offer. */
function decide(network: Network, asked: DialogRequest, form: Readonly<Record<string, unknown>>): string | undefined {
  if (form['decision'] === 'deny')
    return withFragment(asked.redirect, {
      error: 'access_denied',
      error_description: 'The person denied the app access.',
      state: asked.state,
    });
  const people = offeredPeople(network.statements);
  const chosen = people.find(({ accountId }) => String(accountId) === form['account_id']);
  if (form['decision'] !== 'approve' || !chosen) return undefined;
  const token = network.secret();
  const expires = grantToken(
    network.statements,
    { token, accountId: chosen.accountId, scopes: asked.scopes, clientId: asked.clientId },
    network.world.clock.now(),
  );
  return withFragment(asked.redirect, { access_token: token, expires: expires?.toString(), state: asked.state });
}

/** Adds the authorization dialog (network-api "Authentication" 4) and the page where desktop sign-ins end. */
export function registerOauth(app: FastifyInstance, network: Network): void {
  for (const path of dialogPaths) {
    app.get(path, (request, reply) => {
      const asked = readDialogRequest(network.statements, network.self(), request.query as Record<string, unknown>);
      if ('refused' in asked) return refuse(network, reply, asked.refused);
      sendPage(reply, 200, network.secret(), {
        title: `Sign in to let ${asked.appName} use your account`,
        body: dialogBody(asked, offeredPeople(network.statements)),
        formTargets: [asked.redirect.origin],
      });
    });
    app.post(path, (request, reply) => {
      if (comesFromElsewhere(request)) return refuse(network, reply, 'The answer came from another site than this one.', 403);
      const form = (request.body ?? {}) as Record<string, unknown>;
      const asked = readDialogRequest(network.statements, network.self(), form);
      if ('refused' in asked) return refuse(network, reply, asked.refused);
      const target = decide(network, asked, form);
      if (target === undefined) return refuse(network, reply, 'Choose one of the people, and then Approve or Deny.');
      reply.code(302).header('location', target).header('cache-control', 'no-store').header('referrer-policy', 'no-referrer').send();
    });
  }
  for (const path of ['/oauth/login_success', '/oauth/login_success/'])
    app.get(path, (_request, reply) => {
      sendPage(reply, 200, network.secret(), { title: 'Signed in', body: loginSuccessBody, script: loginSuccessScript });
    });
}
