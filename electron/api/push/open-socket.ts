import http from 'node:http';
import https from 'node:https';
import { WebSocket } from 'ws';
import type { OpenSocket } from './connection.ts';

/** Maximum message size, more than any frame of this protocol; a longer message ends the connection. */
const MAX_MESSAGE_BYTES = 256 * 1024;
const HANDSHAKE_MS = 30_000;

/**
 * Returns a function that opens WebSockets with Askbell's user agent, through the same proxy as Node's other requests.
 */
export const openSocketAs =
  (userAgent: string): OpenSocket =>
  (url, on) => {
    const socket = new WebSocket(url, {
      headers: { 'user-agent': userAgent },
      maxPayload: MAX_MESSAGE_BYTES,
      handshakeTimeout: HANDSHAKE_MS,
      // Read now and not before, because setting a proxy replaces these agents.
      agent: url.startsWith('wss:') ? https.globalAgent : http.globalAgent,
    });
    let why = 'the network ended it';
    let isOver = false;
    socket.on('open', () => {
      if (!isOver) on.open();
    });
    socket.on('message', (data, isBinary) => {
      if (!isBinary && !isOver) on.text((data as Buffer).toString());
    });
    socket.on('error', (error) => (why = error.message));
    socket.on('close', () => {
      if (!isOver) on.close(why);
      isOver = true;
    });
    return {
      send: (text) => {
        if (socket.readyState === WebSocket.OPEN) socket.send(text);
      },
      close: () => {
        isOver = true;
        socket.terminate();
      },
    };
  };
