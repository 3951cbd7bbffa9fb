import type { FastifyReply } from 'fastify';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { hasBody } from './query/body.ts';
import { brokenStatus, sendBroken } from './encoding/broken-answer.ts';
import { writeAnswer } from './encoding/send.ts';
import type { ApiError } from './gate/errors.ts';
import { readQuery, type Query } from './gate/query-string.ts';
import type { RequestRecord } from './gate/request-log.ts';
import type { Network } from './network.ts';
import { afterVersion, isApiUrl, withSingleSlashes } from './query/api-path.ts';
import { callbackOf } from './query/callback.ts';
import { pathOf, plainOperation } from './operations.ts';
import { writeProtectionPage } from './encoding/protection-page.ts';
import { RememberedAnswers } from './remembered-answers.ts';
import type { Operation } from './query/route.ts';
import { readAndAnswer, respond, type ApiRequest, type ApiResponse } from './respond.ts';

/**
 * The room `api` answers requests as the network's API does (docs/api.md). A request passes `gate/`, is read by
 * `query/`, and finds its rows by one of the `routes/`; `objects/` turns the rows into JSON, and `encoding/`
 * compresses and sends them.
 */

/**
 * Answers the requests to the API. There are three ways to know what a request asks for, the quickest first: the very
 * same request came a moment ago; a look at its path is enough; Fastify has read it. All of them pass the one gate and
 * are answered in `respond`.
 */
export class Api {
  readonly #network: Network;
  readonly #remembered: RememberedAnswers;

  constructor(network: Network) {
    this.#network = network;
    this.#remembered = new RememberedAnswers(network.cache);
  }

  /** Answers a plain request at once, for which Fastify need not even be loaded. @returns whether it is answered */
  answerPlain({ method, url: sent = '/', socket, headers }: IncomingMessage, to: ServerResponse): boolean {
    const url = withSingleSlashes(sent);
    if (this.#network.protection !== undefined && isApiUrl(url)) {
      const status = this.#network.protection.next();
      if (status !== undefined) return this.#protect({ method: method ?? '', url }, status, to);
    }
    if (method !== 'GET' || hasBody(headers) || this.#network.faults.planned()) return false;
    const request: ApiRequest = {
      method,
      url,
      ip: socket.remoteAddress ?? '',
      accepts: headers['accept-encoding'],
      authorization: this.#network.behaviour.credentials === 'query' ? undefined : headers.authorization,
    };
    return this.#answerRemembered(request, to) || this.#answerByPath(request, to);
  }

  /** The protection knows nothing of keys and quotas, so the page costs no request of the quota. */
  #protect({ method, url }: Pick<ApiRequest, 'method' | 'url'>, status: number, to: ServerResponse): true {
    const path = pathOf(url);
    const record = this.#log({ method }, path, readQuery(url.slice(path.length + 1)));
    record.status = status;
    writeProtectionPage(to, status, record.at);
    return true;
  }

  #answerRemembered(request: ApiRequest, to: ServerResponse): boolean {
    // An address alone does not tell who asks.
    if (request.authorization !== undefined) return false;
    const network = this.#network;
    const remembered = this.#remembered.find(request.url);
    // With backoffs the request has to be read, to know who is asked for a pause.
    if (!remembered || network.backoff.active()) return false;
    const now = network.world.clock.now();
    const { path, query } = remembered.record;
    const record: RequestRecord = { at: now, method: request.method, path, query, status: 0 };
    network.requests.note(record);
    const response = respond(network, request, remembered);
    record.status = response.status;
    writeAnswer(to, request.accepts, now, response);
    return true;
  }

  #answerByPath(request: ApiRequest, to: ServerResponse): boolean {
    const { url } = request;
    const path = pathOf(url);
    const operation = plainOperation(path);
    if (!operation) return false;
    const query = readQuery(url.slice(path.length + 1));
    const record = this.#log(request, path, query);
    const response = respond(this.#network, request, readAndAnswer(this.#network, request, operation, query));
    record.status = response.status;
    this.#write(request, query, record, response, to);
    return true;
  }

  /**
   * Answers a request that Fastify has read, with the fault that is planned for it, if one is.
   * @param operation what it asks for, or why that cannot be known
   */
  async answerRead(
    request: ApiRequest,
    query: Query,
    operation: Operation | ApiError,
    reply: FastifyReply,
  ): Promise<void> {
    const path = request.url.split('?', 1)[0] ?? '/';
    const record = this.#log(request, path, query);
    const fault = this.#network.faults.next(afterVersion(path));
    if (fault?.kind === 'protection') {
      reply.hijack();
      writeProtectionPage(reply.raw, fault.status ?? 403, record.at);
      record.status = fault.status ?? 403;
      return;
    }
    if (fault?.kind === 'delay') await delay(fault.ms ?? 1000, undefined, { ref: false });
    const response = respond(
      this.#network,
      request,
      readAndAnswer(this.#network, request, operation, query, fault),
      fault,
    );
    record.status = response.status;
    if (fault && sendBroken(reply, fault, response.headers, response.beginning.text + response.ending)) {
      record.status = brokenStatus(fault, response.status);
      return;
    }
    reply.hijack();
    this.#write(request, query, record, response, reply.raw);
  }

  #log({ method }: Pick<ApiRequest, 'method'>, path: string, query: Query): RequestRecord {
    return this.#network.requests.add({ at: this.#network.world.clock.now(), method, path, query });
  }

  /** Writes a response, and remembers it where the same request can be answered from memory. */
  #write(request: ApiRequest, query: Query, record: RequestRecord, response: ApiResponse, to: ServerResponse): void {
    const callback = callbackOf(query);
    writeAnswer(to, request.accepts, this.#network.world.clock.now(), { ...response, callback });
    if (!response.answer) return;
    const { key, endingFields, headers } = response.answer;
    const isRepeatable =
      request.method === 'GET' &&
      callback === undefined &&
      query['access_token'] === undefined &&
      request.authorization === undefined &&
      response.caller?.keyEnds !== true;
    if (key === undefined || !isRepeatable) return;
    const clientId = response.caller?.clientId;
    this.#remembered.remember(request.url, { answer: { key, endingFields, headers }, clientId, record });
  }
}
