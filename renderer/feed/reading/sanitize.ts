import DOMPurify from 'dompurify';
import { webAddress } from '../../../common/safe-text.ts';

/** What a post may be made of: text, lists, tables, code, links. Pictures are taken out and handed over separately. */
const ALLOWED_TAGS = (
  'a abbr b blockquote br code dd del div dl dt em h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q s samp ' +
  'small span strike strong sub sup table tbody td tfoot th thead tr u ul var'
).split(' ');
const ALLOWED_ATTRIBUTES = [
  'href',
  'src',
  'alt',
  'title',
  'class',
  'start',
  'reversed',
  'colspan',
  'rowspan',
  'dir',
  'lang',
];

/** A picture of a post that is not loaded yet. */
export interface Picture {
  /** Stands where the picture is to be. */
  place: HTMLElement;
  /** Address with TLS; undefined for any other, which is never loaded. */
  url: URL | undefined;
  alt: string;
}

/** A post's body, fit for the page. */
export interface SanitizedPost {
  fragment: DocumentFragment;
  pictures: Picture[];
}

/** The classes that say how code is to be coloured (`lang-js`, `language-js`). */
export const isLanguageClass = (name: string): boolean => /^lang(?:uage)?-[\w+#-]{1,20}$/.test(name);

/**
 * Takes HTML from the network and the address of its page; gives what may be shown of it. Nothing in it runs or loads
 * anything: the tree is made in a document of its own, and pictures are taken out before it comes into the page.
 */
export function sanitizePost(html: string, base: string | undefined): SanitizedPost {
  const sanitized: DocumentFragment | null = DOMPurify.sanitize(html, {
    RETURN_DOM_FRAGMENT: true,
    ALLOWED_TAGS: ALLOWED_TAGS,
    ALLOWED_ATTR: ALLOWED_ATTRIBUTES,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
  });
  // Nothing comes back for input that is no body at all, such as a frameset.
  const fragment = sanitized ?? document.createDocumentFragment();
  const { ownerDocument } = fragment;
  const elements = (selector: string) => [...fragment.querySelectorAll<HTMLElement>(selector)];

  for (const element of elements('[class]')) {
    const kept = [...element.classList].filter(isLanguageClass);
    if (kept.length > 0) element.className = kept.join(' ');
    else element.removeAttribute('class');
  }
  for (const element of elements('[src]:not(img)')) element.removeAttribute('src');

  const pictures = elements('img').map((image): Picture => {
    const address = webAddress(image.getAttribute('src') ?? undefined, base);
    const url = address?.protocol === 'https:' ? address : undefined;
    const alt = (image.getAttribute('alt') ?? image.getAttribute('title') ?? '').trim().slice(0, 200);
    const place = ownerDocument.createElement('span');
    const link = image.closest('a');
    if (link) {
      // A picture is shown by a button, which a link must not hold.
      link.after(place);
      image.remove();
      if (link.textContent.trim() === '') link.remove();
    } else image.replaceWith(place);
    return { place, url, alt };
  });

  for (const link of elements('a')) {
    const url = webAddress(link.getAttribute('href') ?? undefined, base);
    if (url) {
      link.setAttribute('href', url.href);
      link.setAttribute('target', '_blank');
      link.setAttribute('rel', 'noopener noreferrer nofollow');
    } else link.removeAttribute('href');
  }

  // The post's own headings go below the pane's, without a gap.
  const levels = [...new Set(elements('h1, h2, h3, h4, h5, h6').map(({ tagName }) => tagName))].toSorted();
  for (const heading of elements('h1, h2, h3, h4, h5, h6')) {
    const own = ownerDocument.createElement(`h${Math.min(6, 3 + levels.indexOf(heading.tagName))}`);
    own.append(...heading.childNodes);
    heading.replaceWith(own);
  }
  return { fragment, pictures };
}

/** Takes coloured code as highlight.js makes it; gives spans with classes and text, and nothing else. */
export function sanitizeCode(html: string): DocumentFragment {
  return DOMPurify.sanitize(html, {
    RETURN_DOM_FRAGMENT: true,
    ALLOWED_TAGS: ['span'],
    ALLOWED_ATTR: ['class'],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
  });
}
