import type { FastifyReply, FastifyRequest } from 'fastify';
import { setTimeout as delay } from 'node:timers/promises';
import { sendBroken } from './encoding/broken-answer.ts';
import { sendProtectionPage } from './encoding/protection-page.ts';
import { sendAnswer, sendJson } from './encoding/send.ts';
import { ApiError, noMethod } from './gate/errors.ts';
import { callbackOf, readQuery, type Query } from './gate/query-string.ts';
import type { Network } from './network.ts';
import { findOperation } from './operations.ts';
import { afterVersion, isApiUrl } from './query/api-path.ts';
import { respond } from './respond.ts';

/**
 * The room `api` answers requests as the network's API does (docs/api.md). A request passes `gate/`, is read by
 * `query/`, and finds its rows by one of the `routes/`; `objects/` turns the rows into JSON, and `encoding/`
 * compresses and sends them.
 */

/** A value of JSON as a form would have it. */
const formText = (value: unknown) => (typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value));

/** What was sent in the query and in the form or as JSON; some clients send a form with a GET, too. */
function sentBy({ url, query: read, body }: FastifyRequest): Query {
  // For an address that the router cannot read, the query is not read either.
  const query = (read ?? readQuery(url.split('?', 2)[1] ?? '')) as Query;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return query;
  const form = Object.entries(body).map(([name, value]): [string, string | string[]] => [
    name,
    Array.isArray(value) ? value.map(formText) : formText(value),
  ]);
  return { ...query, ...Object.fromEntries(form) };
}

/** Answers the requests to the API. */
export class Api {
  readonly #network: Network;

  constructor(network: Network) {
    this.#network = network;
  }

  /**
   * Sends the page of what protects the network, now and then. It knows nothing of keys and quotas, so it costs no
   * request of the quota.
   * @returns whether the request got one
   */
  protect({ method, url }: FastifyRequest, reply: FastifyReply): boolean {
    const status = isApiUrl(url) ? this.#network.protection?.next() : undefined;
    if (status === undefined) return false;
    const [path = '', query = ''] = url.split('?', 2);
    this.#log(method, path, readQuery(query)).status = status;
    sendProtectionPage(reply, status);
    return true;
  }

  /**
   * Answers a request, with the fault that is planned for it, if one is.
   * @param unread why it could not be read as a whole
   */
  async answer(request: FastifyRequest, reply: FastifyReply, unread?: ApiError): Promise<void> {
    const { method, url, ip, headers } = request;
    const network = this.#network;
    const asked = findOperation(method, url);
    if (!asked) {
      const { status, body } = noMethod().toResponse(network.behaviour.errorStyle);
      return sendJson(reply, status, {}, body);
    }
    const { path } = asked;
    const query = sentBy(request);
    const record = this.#log(method, path, query);
    const fault = network.faults.next(afterVersion(path));
    if (fault?.kind === 'protection') {
      record.status = fault.status ?? 403;
      return sendProtectionPage(reply, record.status);
    }
    if (fault?.kind === 'delay') await delay(fault.ms ?? 1000, undefined, { ref: false });
    const { authorization, 'accept-encoding': accepts } = headers;
    const operation = asked.operation instanceof ApiError ? asked.operation : (unread ?? asked.operation);
    const outgoing = respond(network, { method, path, query, ip, authorization, operation }, fault);
    const brokenStatus = fault && sendBroken(reply, fault, outgoing);
    record.status = brokenStatus ?? outgoing.status;
    if (brokenStatus === undefined) sendAnswer(reply, accepts, outgoing, callbackOf(query));
  }

  #log(method: string, path: string, query: Query) {
    return this.#network.requests.add({ at: this.#network.world.clock.now(), method, path, query });
  }
}
