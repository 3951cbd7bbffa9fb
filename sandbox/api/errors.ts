import type { ErrorStyle } from '../behaviour.ts';

/** Every error of the API by its number; `error_id` is the HTTP status too (docs/api.md, "Errors"). */
export const ERROR_NAMES: Readonly<Record<number, string>> = {
  400: 'bad_parameter',
  401: 'access_token_required',
  402: 'invalid_access_token',
  403: 'access_denied',
  404: 'no_method',
  405: 'key_required',
  406: 'access_token_compromised',
  407: 'write_failed',
  409: 'duplicate_request',
  500: 'internal_error',
  502: 'throttle_violation',
  503: 'temporarily_unavailable',
};

/** The error object on the wire. */
interface ErrorBody {
  error_id: number;
  error_message: string;
  error_name: string;
}

/** A request the API refuses; the answer is its {@link ErrorBody}. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly id: number;
  readonly errorName: string;

  /** @param id also the HTTP status */
  constructor(id: number, message: string, errorName?: string) {
    super(message);
    this.id = id;
    this.errorName = errorName ?? ERROR_NAMES[id] ?? (id < 500 ? 'bad_parameter' : 'internal_error');
  }

  /** Returns the HTTP status and the body of the answer. */
  toResponse(style: ErrorStyle): { status: number; body: ErrorBody } {
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
