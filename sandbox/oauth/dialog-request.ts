import type { Scope } from '../http/caller.ts';
import type { Statements } from '../http/statements.ts';
import { judgeRedirect } from './redirect.ts';
import { readScopes } from './scope-words.ts';

/** What an application asks the dialog for, checked. */
export interface DialogRequest {
  clientId: string;
  appName: string;
  scopes: Scope[];
  redirect: URL;
  state: string | undefined;
  /** As they came, for the form to send again. */
  sent: { client_id: string; scope: string; redirect_uri: string; state: string };
}

const word = (value: unknown) => (typeof value === 'string' ? value : '');

/** Checks the dialog's parameters; a refusal is in words and must never be redirected, since nothing vouches for where. */
export function readDialogRequest(
  statements: Statements,
  authUrl: string,
  parameters: Readonly<Record<string, unknown>>,
): DialogRequest | { refused: string } {
  const sent = {
    client_id: word(parameters['client_id']),
    scope: word(parameters['scope']),
    redirect_uri: word(parameters['redirect_uri']),
    state: word(parameters['state']),
  };
  if (sent.client_id === '') return { refused: 'The app did not say which one it is (client_id is missing).' };
  const app = statements.get('SELECT client_id, name, domain FROM apps WHERE client_id = :id', { id: sent.client_id });
  if (!app) return { refused: `No app is registered under the client id “${sent.client_id.slice(0, 100)}”.` };
  const scopes = readScopes(sent.scope);
  if ('unknown' in scopes) return { refused: `The app asks for a permission that does not exist (scope “${scopes.unknown.slice(0, 100)}”).` };
  const verdict = judgeRedirect({ redirectUri: sent.redirect_uri, domain: String(app['domain']), authUrl });
  if ('refused' in verdict) return verdict;
  return {
    clientId: sent.client_id,
    appName: String(app['name']),
    scopes: scopes.scopes,
    redirect: verdict.allowed,
    state: sent.state === '' ? undefined : sent.state,
    sent,
  };
}
