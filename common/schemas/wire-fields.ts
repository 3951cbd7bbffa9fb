import { decodeHTML } from 'entities';
import { z } from 'zod';
import { cutText, webAddress } from '../safe-text.ts';

/**
 * Field types of the network's objects. They are bounded, so that no faulty or hostile response fills memory, history
 * or window. An impossible value makes only its item invalid; a value that is merely too long is truncated.
 */

/** Epoch seconds, converted to a Date; values outside the range of Date are rejected. */
export const date = z
  .number()
  .gte(-8.64e12)
  .lte(8.64e12)
  .transform((seconds) => new Date(seconds * 1000));

/** Id (docs/api.md, "Vectors"). */
export const id = z.int().positive();

/** User id. The public service uses −1 for its own bot. */
export const personId = z.int().gte(-1);

/** Points, gained or lost, limited to a plausible range. */
export const points = z.int().gte(-1e9).lte(1e9);

/** Maximum length of a title or name, in code points. */
export const MAX_TITLE_LENGTH = 500;
/** Length of the longest HTML entity; most characters are written without one. */
const MAX_ENTITY_LENGTH = 12;

/** HTML-escaped text (`&#39;`), decoded to plain text and truncated to the length of a title. */
export const text = z
  .string()
  .transform((encoded) =>
    cutText(decodeHTML(encoded.slice(0, MAX_TITLE_LENGTH * MAX_ENTITY_LENGTH)), MAX_TITLE_LENGTH),
  );

/** Maximum length of a post's HTML: the public service accepts 30,000 characters, whose HTML is a few times longer. */
const MAX_HTML_LENGTH = 200_000;
/** Maximum length of the HTML that an excerpt is made from. */
const MAX_EXCERPT_HTML_LENGTH = 8000;

/** HTML fragment, possibly truncated: sanitize it before showing it. */
export const html = z.string().transform((fragment) => cutText(fragment, MAX_HTML_LENGTH));

/** HTML fragment used only for an excerpt. */
export const excerptHtml = z.string().transform((fragment) => cutText(fragment, MAX_EXCERPT_HTML_LENGTH));

/** Name of a type; the sets are open. */
export const kind = z.string().transform((name) => cutText(name, 100));

/** API identifier, such as a site's; a longer one is invalid. */
export const apiName = z.string().max(255);

/** Maximum length of an address, as supported by common browsers and servers. */
const MAX_LINK_LENGTH = 2048;
/** Base for validating relative links, which are resolved where they are shown. */
const ANY_PAGE = 'https://page.invalid/';

/** Whether an address may be stored: openable or relative, and not too long. */
const isWebLink = (address: string): boolean =>
  address.length <= MAX_LINK_LENGTH && webAddress(address, ANY_PAGE) !== undefined;

/** Openable address; others are dropped. */
export const link = z
  .string()
  .optional()
  .transform((address) => (address !== undefined && isWebLink(address) ? address : undefined))
  .optional();

/** Address that identifies a site; it need not be openable. */
export const siteUrl = z.string().transform((address) => cutText(address, MAX_LINK_LENGTH));

/** Tags, limited in number; invalid ones are dropped. */
export const tags = z
  .array(z.unknown())
  .transform((all) =>
    all.slice(0, MAX_TAGS).filter((tag): tag is string => typeof tag === 'string' && tag.length <= MAX_TAG_LENGTH),
  );
const MAX_TAGS = 100;
const MAX_TAG_LENGTH = 200;
