import { useState } from 'react';

function firstLetter(name: string): string {
  return String.fromCodePoint(name.trim().codePointAt(0) ?? 63).toUpperCase();
}

/**
 * A site's icon, or the first letter of its name where there is none or it does not load. Decoration: the name stands
 * beside it.
 */
export function SiteIcon({
  site,
  isSmall = false,
}: {
  site: { name: string; iconUrl?: string | undefined };
  isSmall?: boolean;
}) {
  const [broken, setBroken] = useState<string>();
  const small = isSmall ? ' site-icon__small' : '';
  if (site.iconUrl === undefined || broken === site.iconUrl) {
    return (
      <span className={`site-icon site-icon__letter${small}`} aria-hidden="true">
        {firstLetter(site.name)}
      </span>
    );
  }
  return (
    <img
      className={`site-icon${small}`}
      src={site.iconUrl}
      alt=""
      width={32}
      height={32}
      onError={() => setBroken(site.iconUrl)}
    />
  );
}
