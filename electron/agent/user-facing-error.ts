import type { errors } from '../../common/i18n/locales/en/agent.ts';
import { ENGLISH, localize, type LocalizedText } from '../../common/i18n/localized-text.ts';
import type { Locale } from '../../common/i18n/locale.ts';
import { NetworkError, type Network, type Page } from '../api/network.ts';
import { quoteNetwork } from './conditions.ts';
import type { RequestTrouble } from '../../common/contract/contract.ts';

/** Error shown to the user, with a suggested action. Its `message` is English, for the log. */
export class UserFacingError extends Error {
  override readonly name = 'UserFacingError';
  readonly why: LocalizedText;
  readonly advice: LocalizedText;
  constructor(why: LocalizedText, advice: LocalizedText, cause?: unknown) {
    super(localize(why, ENGLISH), cause === undefined ? undefined : { cause });
    this.why = why;
    this.advice = advice;
  }

  /** Returns the localized message and advice. */
  in(locale: Locale): { message: string; advice: string } {
    return { message: localize(this.why, locale), advice: localize(this.advice, locale) };
  }
}

/** The entries of the catalogue that take no values. */
type PlainReason = Exclude<
  { [Key in keyof typeof errors]: `${Key}Advice` extends keyof typeof errors ? Key : never }[keyof typeof errors],
  'watched'
>;

/** Creates an error with the catalogue's texts for `reason`. */
export const userFacingError = (reason: PlainReason, cause?: unknown): UserFacingError =>
  new UserFacingError(
    ({ words }) => words(`errors.${reason}`),
    ({ words }) => words(`errors.${reason}Advice`),
    cause,
  );

/** Returns why a request failed. */
export const failureWords = (kind: NetworkError['kind'], { words }: Locale): string =>
  words(kind === 'cancelled' ? 'errors.cancelled' : `clickRequest.trouble.${TROUBLE_OF_ERROR[kind]}`);

/**
 * Returns the localized reason why a network refused a user's action: its first sentence, then the network's own
 * message and what to do.
 */
export function networkRefusal({ kind, said }: NetworkError, locale: Locale): { message: string; advice: string } {
  const [message = '', advice = locale.words('failures.silentAdvice')] = failureWords(kind, locale).split(
    /(?<=\.) (.*)/,
  );
  return { message, advice: said === undefined ? advice : `${quoteNetwork(said, locale)} ${advice}` };
}

/** The network that a click sends its requests to, and the requests left for clicks. */
export interface ClickContext {
  network: Network | undefined;
  /** Requests left for clicks, the reserve included; undefined until the network has reported its quota. */
  forClicks: number | undefined;
}

type ClickResult<T> = { page: Page<T> } | { trouble: RequestTrouble };

const TROUBLE_OF_ERROR: Record<Exclude<NetworkError['kind'], 'cancelled'>, RequestTrouble['kind']> = {
  offline: 'offline',
  timeout: 'offline',
  throttled: 'throttled',
  backoff: 'throttled',
  'quota-exhausted': 'quota-exhausted',
  'token-rejected': 'signed-out',
  'scope-missing': 'signed-out',
  'bad-key': 'bad-key',
  'bad-request': 'not-offered',
  'not-found': 'not-offered',
  'server-fault': 'failed',
  'bad-answer': 'failed',
  'blocked-by-protection': 'blocked',
  'captive-portal': 'portal',
};

/**
 * Returns the reason why a request failed, as the window shows it.
 * @throws the error itself, if it is no network error or was cancelled.
 */
export function requestTrouble(error: unknown): RequestTrouble {
  if (!(error instanceof NetworkError) || error.kind === 'cancelled') throw error;
  return {
    kind: TROUBLE_OF_ERROR[error.kind],
    ...(error.said !== undefined && { said: error.said }),
    ...(error.retryAt !== undefined && Number.isFinite(error.retryAt) && { retryAt: new Date(error.retryAt) }),
  };
}

/** Whether this trouble would stop any other request as well. */
export const blocksEveryRequest = ({ kind }: RequestTrouble): boolean => kind !== 'not-offered' && kind !== 'failed';

/**
 * Sends a request for a user's click, paid from the reserve for clicks. Returns the page, or the reason of the failure.
 */
export async function requestForClick<T>(
  { network, forClicks }: ClickContext,
  request: (network: Network) => Promise<Page<T>>,
): Promise<ClickResult<T>> {
  if (!network) return { trouble: { kind: 'signed-out' } };
  if (forClicks !== undefined && forClicks < 1) return { trouble: { kind: 'quota-exhausted' } };
  try {
    return { page: await request(network) };
  } catch (error) {
    return { trouble: requestTrouble(error) };
  }
}
