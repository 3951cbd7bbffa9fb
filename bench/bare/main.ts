import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';

/** The measure of all things here: Node's own server with one ready-made string. Takes the file with the string, and the port. */
const body = readFileSync(process.argv[2] ?? '', 'utf8');
const server = createServer((_request, response) => {
  response.setHeader('content-type', 'application/json; charset=utf-8');
  response.end(body);
});
server.listen(Number(process.argv[3]), '127.0.0.1');
