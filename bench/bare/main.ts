import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';

/**
 * What the others are measured against: Node's own server with one ready-made answer. Takes the file with its text, the
 * port, and `gzip` to send the bytes compressed once instead of the string.
 */
const [, , file = '', port, encoding] = process.argv;
const text = readFileSync(file, 'utf8');
const body = encoding === 'gzip' ? gzipSync(text) : text;
const server = createServer((_request, response) => {
  response.setHeader('content-type', 'application/json; charset=utf-8');
  if (encoding === 'gzip') response.setHeader('content-encoding', 'gzip');
  response.end(body);
});
server.listen(Number(port), '127.0.0.1');
