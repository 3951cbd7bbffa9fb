import type { ErrorStyle } from '../behaviour.ts';

/** Name and meaning of every error by its number; `error_id` is the HTTP status too (docs/api.md, "Errors"). */
export const ERRORS: Readonly<Record<number, readonly [name: string, meaning: string]>> = {
  400: ['bad_parameter', 'A parameter is missing, has a value it cannot have, or does not belong to this method'],
  401: ['access_token_required', 'The method needs an access_token and got none'],
  402: ['invalid_access_token', 'The access_token is expired, revoked, or no token at all'],
  403: ['access_denied', 'The token does not permit this, or the caller asks too much or too far'],
  404: ['no_method', 'There is no such method'],
  405: ['key_required', 'An access_token came without a key'],
  406: ['access_token_compromised', 'The access_token came over a connection others can read; it is no longer good'],
  407: ['write_failed', 'The write was refused'],
  409: ['duplicate_request', 'The same write was done already'],
  500: ['internal_error', 'Something went wrong on the server'],
  502: ['throttle_violation', 'The rules of how fast to ask were broken'],
  503: ['temporarily_unavailable', 'This method, or the whole service, cannot be had for a while'],
};

/** A request the API refuses; the answer is an error object. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly id: number;
  readonly errorName: string;

  /** @param id also the HTTP status */
  constructor(id: number, message: string, errorName?: string) {
    super(message);
    this.id = id;
    this.errorName = errorName ?? ERRORS[id]?.[0] ?? (id < 500 ? 'bad_parameter' : 'internal_error');
  }

  /** Returns the HTTP status and the body of the answer. */
  toResponse(style: ErrorStyle) {
    const isPublic = style === 'public';
    const id = isPublic && this.errorName === 'throttle_violation' ? 502 : this.id;
    // No client can receive status 407 from a server: it is a proxy's, and fetch takes it for a failed connection.
    const isTellable = id !== 407;
    return {
      status: isPublic || !isTellable ? 400 : id,
      body: { error_id: id, error_message: this.message, error_name: this.errorName },
    };
  }
}

/**
 * Returns the error for a parameter that cannot be used; the message is its bare name, as the public service has it,
 * unless said otherwise.
 */
export const badParameter = (name: string, message: string = name) => new ApiError(400, message);

/** Returns the error for a route that does not exist, or not in this version. */
export const noMethod = () => new ApiError(404, 'no method found with this name');

/** Returns the error of throttling: the specification has status 403 for it, the public service the name. */
export const throttled = (message: string) => new ApiError(403, message, 'throttle_violation');

/**
 * Returns the error for requests that are refused for `seconds` more.
 * @param whose what is counted
 */
export const tooManyRequests = (seconds: number, whose: 'this IP' | 'this user and app' = 'this IP') =>
  throttled(`too many requests from ${whose}, more requests available in ${seconds} seconds`);

/** An application or token that cannot be registered; the message says why. */
export class RegistrationError extends Error {
  override readonly name = 'RegistrationError';
}
