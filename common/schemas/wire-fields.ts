import { decodeHTML } from 'entities';
import { z } from 'zod';
import { cutText } from '../safe-text.ts';
import { webAddress } from '../web-address.ts';

/**
 * The kinds of fields that objects of the network have, as they enter: bounded, so that no answer of a network, broken
 * or hostile, fills memory, history or window. An impossible value makes its item broken, and costs only that one; what
 * is merely too long is cut.
 */

/** Epoch seconds on the wire, a Date inside; what no Date can hold is refused. */
export const date = z
  .number()
  .gte(-8.64e12)
  .lte(8.64e12)
  .transform((seconds) => new Date(seconds * 1000));

/** A number that names something (docs/api.md, "Vectors"). */
export const id = z.int().positive();

/** A number that names somebody. The public service has −1 for its own robot. */
export const personId = z.int().gte(-1);

/** Points, gained or lost. No network gives a billion. */
export const points = z.int().gte(-1e9).lte(1e9);

/** The longest title or name, in code points. */
export const MAX_TITLE_LENGTH = 500;
/** The longest entity of HTML; most characters are written without one. */
const MAX_ENTITY_LENGTH = 12;

/** HTML-safe text on the wire (`&#39;`), plain text of one title's length inside. */
export const text = z
  .string()
  .transform((encoded) =>
    cutText(decodeHTML(encoded.slice(0, MAX_TITLE_LENGTH * MAX_ENTITY_LENGTH)), MAX_TITLE_LENGTH),
  );

/** The longest HTML of a post: the public service takes 30,000 characters, and their HTML is a few times longer. */
const MAX_HTML_LENGTH = 200_000;
/** The longest HTML that an excerpt is made of. */
const MAX_EXCERPT_HTML_LENGTH = 8000;

/** An HTML fragment, unchanged except that it may be cut: whoever shows it sanitizes it. */
export const html = z.string().transform((fragment) => cutText(fragment, MAX_HTML_LENGTH));

/** An HTML fragment that only an excerpt is made of. */
export const excerptHtml = z.string().transform((fragment) => cutText(fragment, MAX_EXCERPT_HTML_LENGTH));

/** The name of a kind of thing; the sets are open. */
export const kind = z.string().transform((name) => cutText(name, 100));

/** The name by which the API knows something, such as a site; a longer one is none. */
export const apiName = z.string().max(255);

/** The longest address: some browsers and servers take no longer ones. */
const MAX_LINK_LENGTH = 2048;
/** Relative links are resolved where they are shown. */
const ANY_PAGE = 'https://page.invalid/';

/** Whether an address may be kept: one that may be opened, or relative, and not endless. */
const isWebLink = (address: string): boolean =>
  address.length <= MAX_LINK_LENGTH && webAddress(address, ANY_PAGE) !== undefined;

/** An address to open; one that may not be opened, or an endless one, counts as none. */
export const link = z
  .string()
  .optional()
  .transform((address) => (address !== undefined && isWebLink(address) ? address : undefined))
  .optional();

/** The address that identifies a site; it need not be one that can be opened. */
export const siteUrl = z.string().transform((address) => cutText(address, MAX_LINK_LENGTH));

/** Tags are short and few; an odd one is left out. */
export const tags = z
  .array(z.unknown())
  .transform((all) =>
    all.slice(0, MAX_TAGS).filter((tag): tag is string => typeof tag === 'string' && tag.length <= MAX_TAG_LENGTH),
  );
const MAX_TAGS = 100;
const MAX_TAG_LENGTH = 200;
