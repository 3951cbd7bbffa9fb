/**
 * Truncates a text to `longest` code points without splitting a surrogate pair; lone surrogates become U+FFFD. The
 * result is a copy, because a substring would keep the whole text in memory.
 */
export function cutText(text: string, longest: number): string {
  if (text.length <= longest) return text.isWellFormed() ? text : text.toWellFormed();
  const start = text.slice(0, longest);
  if (!/[\ud800-\udfff]/.test(start)) return copied(start);
  let end = 0;
  for (let count = 0; count < longest && end < text.length; count++)
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  if (end >= text.length) return text.toWellFormed();
  return copied(text.slice(0, end).toWellFormed());
}

const copied = (part: string): string => part.split('').join('');

/** Characters that control a terminal, break a D-Bus string or reverse the direction of adjacent text. */
const STEERING = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu;

/** Returns a text as one line without control, line-breaking and direction characters. */
export const plainLine = (text: string): string => text.replace(STEERING, ' ').toWellFormed();

/** Returns a text without control and direction characters, its line breaks kept. */
export const plainLines = (text: string): string => text.split('\n').map(plainLine).join('\n');

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes text for what parses markup: pages, notification servers, panels and bars. */
export const escapeMarkup = (text: string): string => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign]!);

/**
 * Parses an address that a browser may open: HTTP or HTTPS, without a user name or password, which would be sent to the
 * host and disguise it. Returns undefined for any other.
 */
export function webAddress(text: string | undefined, base?: string): URL | undefined {
  const url = text === undefined ? null : URL.parse(text, base);
  return url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' ? url : undefined;
}

/** Whether a browser may open an address. */
export const isWebAddress = (text: string | undefined): text is string => webAddress(text) !== undefined;
