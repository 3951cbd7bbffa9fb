import { redact } from '../../base/log.ts';

/**
 * Makes a network's text fit to be shown and logged: without the secrets that were sent (networks repeat parameters in
 * their messages), on one line, and at most `longest` characters long.
 */
export function displayableText(text: string, secrets: readonly string[], longest = 200): string {
  const hidden = secrets.reduce(hideOne, text);
  // Control characters could forge lines in a log or colour a terminal.
  const line = redact(hidden)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  return line.length > longest ? `${line.slice(0, longest - 1).trimEnd()}…` : line;
}

function hideOne(text: string, secret: string): string {
  if (secret === '') return text;
  // A lone surrogate cannot be percent-encoded.
  const written = [
    secret,
    encodeURIComponent(secret.toWellFormed()),
    new URLSearchParams({ '': secret }).toString().slice(1),
  ];
  return [...new Set(written)].reduce(
    (kept, form) => kept.replace(new RegExp(form.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'), 'gi'), '[hidden]'),
    text,
  );
}
