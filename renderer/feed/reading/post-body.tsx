import { useEffect, useLayoutEffect, useRef } from 'react';
import type { Words } from '../../../common/i18n/words.ts';
import { useClient } from '../../agent/agent-context.tsx';
import { IN_ELECTRON } from '../../agent/connection/bridge.ts';
import { useSettings } from '../../agent/queries.ts';
import { useWords } from '../../appearance/language.tsx';
import { sanitizePost, isLanguageClass, type Picture } from './sanitize.ts';

interface Props {
  /** As the network sent it; it is sanitized here. */
  html: string;
  /** The address of the page it stands on, for relative links. */
  base: string | undefined;
  /** Tags of the question, which often name the language of its code. */
  tags: readonly string[];
}

type Pictures = 'click' | 'always' | 'never';

function load({ place, url, alt }: Picture): void {
  if (!url) return;
  const image = place.ownerDocument.createElement('img');
  image.alt = alt;
  image.loading = 'lazy';
  image.decoding = 'async';
  image.referrerPolicy = 'no-referrer';
  image.src = url.href;
  place.replaceWith(image);
}

/** Puts something in the place of a picture: itself, a button that loads it, or words. */
function settle(picture: Picture, pictures: Pictures, words: Words): void {
  const { place, url } = picture;
  place.className = 'picture';
  if (!url) place.textContent = words('inbox.picturesInsecure');
  else if (pictures === 'always') load(picture);
  else if (pictures === 'never') place.textContent = words('inbox.picturesHidden', { host: url.host });
  else {
    const button = place.ownerDocument.createElement('button');
    button.type = 'button';
    button.className = 'btn btn__line';
    button.textContent = words('inbox.picturesShow', { host: url.host });
    button.addEventListener('click', () => load(picture));
    place.append(button);
  }
}

/** What is wider than the pane scrolls by itself, by keyboard too. */
function makeScrollable(body: HTMLElement, words: Words): void {
  for (const wide of body.querySelectorAll<HTMLElement>('pre, table')) {
    let region = wide;
    if (wide instanceof HTMLTableElement) {
      region = wide.ownerDocument.createElement('div');
      region.className = 'post--wide';
      wide.replaceWith(region);
      region.append(wide);
    }
    region.tabIndex = 0;
    region.setAttribute('role', 'group');
    region.setAttribute(
      'aria-label',
      words(wide instanceof HTMLTableElement ? 'inbox.reading.table' : 'inbox.reading.code'),
    );
  }
}

/** The body of a post: sanitized, its pictures as the person wants them, its code coloured. */
export function PostBody({ html, base, tags }: Props) {
  const words = useWords();
  const client = useClient();
  const pictures = useSettings().data?.remoteImages ?? 'click';
  const place = useRef<HTMLDivElement>(null);
  const hints = tags.join(' ');

  // Before anything is drawn, so that the earlier content is not gone for a frame.
  useLayoutEffect(() => {
    const body = place.current;
    if (!body) return undefined;
    const cleaned = sanitizePost(html, base);
    for (const picture of cleaned.pictures) settle(picture, pictures, words);
    body.replaceChildren(cleaned.fragment);
    makeScrollable(body, words);

    let gone = false;
    const blocks = [...body.querySelectorAll('pre code')];
    if (blocks.length > 0) {
      void import('./highlighting.ts')
        .then(({ colour }) => {
          if (gone) return;
          for (const block of blocks) {
            const named = [...block.classList, ...(block.parentElement?.classList ?? [])]
              .filter(isLanguageClass)
              .map((name) => name.replace(/^lang(?:uage)?-/, ''));
            colour(block, named.length > 0 ? named : hints.split(' '));
          }
        })
        // Code can be read without colours.
        .catch(() => undefined);
    }
    return () => {
      gone = true;
    };
  }, [html, base, hints, pictures, words]);

  useEffect(() => {
    const body = place.current;
    const follow = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      if (!IN_ELECTRON || !link?.href) return;
      event.preventDefault();
      client.openExternal({ url: link.href }).catch(() => undefined);
    };
    body?.addEventListener('click', follow);
    return () => body?.removeEventListener('click', follow);
  }, [client]);

  return <div className="post--body s-prose" ref={place} />;
}
