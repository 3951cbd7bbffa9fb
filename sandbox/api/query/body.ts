import type { IncomingHttpHeaders } from 'node:http';

/** Whether a request has a body, which one by GET may, too (docs/api.md, "Endpoints"). */
export const hasBody = (headers: IncomingHttpHeaders): boolean =>
  (headers['content-length'] !== undefined && headers['content-length'] !== '0') ||
  headers['transfer-encoding'] !== undefined;
