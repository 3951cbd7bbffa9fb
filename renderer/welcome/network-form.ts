import type { NetworkChoice, NetworkKind } from '../../electron/contract.ts';

/** The fields as the person typed them. */
export interface NetworkFields {
  name: string;
  apiBaseUrl: string;
  authUrl: string;
  clientId: string;
  key: string;
}

export const emptyFields: NetworkFields = { name: '', apiBaseUrl: '', authUrl: '', clientId: '', key: '' };

/** What is wrong, by field. */
export type FieldProblems = Partial<Record<keyof NetworkFields, string>>;

function addressProblem(text: string, what: string): string | undefined {
  if (text === '') return `Enter ${what}.`;
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return 'This is not a whole address. It starts with https:// or http://.';
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'The address must start with https:// or http://.';
  if (url.search !== '' || url.hash !== '') return 'Leave out everything from the ? or # on.';
  if (url.username !== '' || url.password !== '') return 'Leave the name and password out of the address.';
  return undefined;
}

/**
 * Takes what was chosen and typed; gives the choice to send, or what is wrong with which field. Whatever it lets
 * through, the contract takes too.
 */
export function checkNetwork(kind: NetworkKind, typed: NetworkFields): { choice: NetworkChoice } | { problems: FieldProblems } {
  if (kind === 'demo') return { choice: { kind } };
  const fields: NetworkFields = {
    name: typed.name.trim(),
    apiBaseUrl: typed.apiBaseUrl.trim(),
    authUrl: typed.authUrl.trim(),
    clientId: typed.clientId.trim(),
    key: typed.key.trim(),
  };
  const problems: FieldProblems = {};
  if (fields.clientId === '') problems.clientId = 'Enter the client id of your registered application.';
  if (fields.key === '') problems.key = 'Enter the key of your registered application.';
  else if (/\s/.test(fields.key)) problems.key = 'A key has no spaces in it. Copy it once more.';
  if (kind === 'other') {
    if (fields.name === '') problems.name = 'Give the network a name.';
    const api = addressProblem(fields.apiBaseUrl, "the address of the network's API");
    if (api !== undefined) problems.apiBaseUrl = api;
    const auth = addressProblem(fields.authUrl, 'the address where people sign in');
    if (auth !== undefined) problems.authUrl = auth;
  }
  if (Object.keys(problems).length > 0) return { problems };
  const { clientId, key, ...rest } = fields;
  return { choice: kind === 'stackexchange' ? { kind, clientId, key } : { kind, ...rest, clientId, key } };
}
