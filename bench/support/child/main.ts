import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

/** Sends one answer, whatever is asked, with nothing between Node and the bytes. */
const [answer = '', port = ''] = process.argv.slice(2);
const { headers, body } = JSON.parse(readFileSync(answer, 'utf8')) as { headers: NodeJS.Dict<string>; body: string };
const bytes = Buffer.from(body, 'base64');
createServer((_request, response) => response.writeHead(200, headers).end(bytes)).listen(Number(port), '127.0.0.1');
