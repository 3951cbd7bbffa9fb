import type { NetworkChoice, NetworkKind } from '../../common/contract/contract.ts';
import type { Words } from '../../common/i18n/words.ts';

/** The fields as the person typed them. */
export interface NetworkFields {
  name: string;
  apiBaseUrl: string;
  authUrl: string;
  clientId: string;
  key: string;
  /** Where requests say who asks; empty where Askbell is to find out. */
  credentialsIn: '' | 'header' | 'query';
}

export const EMPTY_FIELDS: NetworkFields = {
  name: '',
  apiBaseUrl: '',
  authUrl: '',
  clientId: '',
  key: '',
  credentialsIn: '',
};

/** Where the public service is, shown in place of what nobody needs to enter. */
export const STACK_EXCHANGE = { apiBaseUrl: 'https://api.stackexchange.com', authUrl: 'https://stackoverflow.com' };

/** What is wrong, by field. */
export type FieldProblems = Partial<Record<keyof NetworkFields, string>>;

/** What is wrong with an address; `missing` is said where there is none, and nothing where it may be left out. */
function addressProblem(words: Words, text: string, missing: string | undefined): string | undefined {
  if (text === '') return missing;
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return words('welcome.problems.notWhole');
  }
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  const { search, hash, username, password } = url;
  return isWeb && [search, hash, username, password].join('') === '' ? undefined : words('welcome.problems.notWhole');
}

/**
 * Takes what was chosen and typed; gives the choice to send, or what is wrong with which field. Whatever it lets
 * through, the contract takes too.
 */
export function checkNetwork(
  words: Words,
  kind: NetworkKind,
  typed: NetworkFields,
): { choice: NetworkChoice } | { problems: FieldProblems } {
  if (kind === 'demo') return { choice: { kind } };
  const fields: NetworkFields = {
    name: typed.name.trim(),
    apiBaseUrl: typed.apiBaseUrl.trim(),
    authUrl: typed.authUrl.trim(),
    clientId: typed.clientId.trim(),
    key: typed.key.trim(),
    credentialsIn: typed.credentialsIn,
  };
  const problems: FieldProblems = {};
  if (fields.clientId === '') problems.clientId = words('welcome.problems.empty');
  const isPublic = kind === 'stackexchange';
  // Elsewhere the token goes in a header, and needs no key beside it.
  if (fields.key === '' && !isPublic && fields.credentialsIn === 'query')
    problems.key = words('welcome.problems.empty');
  else if (/\s/.test(fields.key)) problems.key = words('welcome.problems.keySpaces');
  if (fields.name === '' && !isPublic) problems.name = words('welcome.problems.empty');
  const api = addressProblem(words, fields.apiBaseUrl, isPublic ? undefined : words('welcome.problems.empty'));
  if (api !== undefined) problems.apiBaseUrl = api;
  const auth = addressProblem(words, fields.authUrl, isPublic ? undefined : words('welcome.problems.empty'));
  if (auth !== undefined) problems.authUrl = auth;
  if (Object.keys(problems).length > 0) return { problems };
  const { name, clientId, key, apiBaseUrl, authUrl, credentialsIn } = fields;
  const rest = { clientId, ...(key !== '' && { key }), ...(credentialsIn !== '' && { credentialsIn }) };
  if (!isPublic) return { choice: { kind, name, apiBaseUrl, authUrl, ...rest } };
  return {
    choice: {
      kind,
      ...rest,
      ...(apiBaseUrl !== '' && { apiBaseUrl }),
      ...(authUrl !== '' && { authUrl }),
    },
  };
}
