import type { Exchange, Fault } from '../network/layer.ts';

/** Statuses, with the API's error object and without, and pages that somebody else sends in the network's place. */

const dated = ({ now }: Exchange): Record<string, string> => ({ date: new Date(now).toUTCString() });

const HTML = { 'content-type': 'text/html; charset=utf-8' };
const PAGE = '<!doctype html><html><head><title>Hello</title></head><body>Not an API.</body></html>';

/** A status and nothing else. */
export const bare =
  (status: number, headers: Record<string, string> = {}): Fault =>
  (exchange) =>
    new Response(null, { status, headers: { ...dated(exchange), ...headers } });

/** A page for people. */
export const page =
  (status: number, headers: Record<string, string> = {}, text = PAGE): Fault =>
  (exchange) =>
    new Response(text, { status, headers: { ...dated(exchange), ...HTML, ...headers } });

/**
 * The API's error object as the public service tells it: HTTP status 400 whatever the error (docs/api.md, "Errors").
 */
export const refusal =
  (id: number, name: string, message: string, more: object = {}): Fault =>
  (exchange) =>
    Response.json(
      { error_id: id, error_name: name, error_message: message, ...more },
      { status: 400, headers: dated(exchange) },
    );

/** The log-in page of a Wi-Fi network, which leads on by itself. */
export const PORTAL_PAGE =
  '<html><head><meta http-equiv="refresh" content="0; url=https://login.hotel.example/"></head></html>';

/** A redirect. */
export const redirect =
  (status: number, to: (url: URL) => string): Fault =>
  (exchange) =>
    new Response(null, { status, headers: { ...dated(exchange), location: to(exchange.url) } });
