import { useState } from 'react';
import type { PostOwner } from '../../../common/contract/contract.ts';
import { OutsideLink } from '../../agent/outside-link.tsx';
import { useSettings } from '../../agent/queries.ts';
import { useLocale } from '../../appearance/language.tsx';

function isSecure(address: string | undefined): address is string {
  return address !== undefined && URL.parse(address)?.protocol === 'https:';
}

/**
 * Somebody's picture. It comes from other servers, so it is loaded as pictures in posts are: after a click, unless
 * always wanted.
 */
function Portrait({ name, imageUrl }: { name: string; imageUrl: string | undefined }) {
  const { words } = useLocale();
  const pictures = useSettings().data?.remoteImages ?? 'click';
  const [wanted, setWanted] = useState<string>();
  const letter = String.fromCodePoint(name.trim().codePointAt(0) ?? 63).toUpperCase();
  if (!isSecure(imageUrl) || pictures === 'never') {
    return (
      <span className="owner--portrait" aria-hidden="true">
        {letter}
      </span>
    );
  }
  if (pictures === 'always' || wanted === imageUrl)
    return (
      <img className="owner--portrait" src={imageUrl} alt="" width={32} height={32} referrerPolicy="no-referrer" />
    );
  const label = words('inbox.picturesPerson', { name });
  return (
    <button
      type="button"
      className="owner--portrait"
      aria-label={label}
      title={label}
      onClick={() => setWanted(imageUrl)}
    >
      {letter}
    </button>
  );
}

/** Who wrote a post. */
export function OwnerCard({ owner }: { owner: PostOwner | undefined }) {
  const { words } = useLocale();
  const name = owner?.name ?? words('inbox.reading.someone');
  return (
    <div className="owner">
      <Portrait name={name} imageUrl={owner?.imageUrl} />
      <div>
        <OutsideLink href={owner?.link} className="owner--name">
          {name}
        </OutsideLink>
        {owner?.reputation !== undefined && (
          <div className="hint">{words('inbox.reading.reputation', { count: owner.reputation })}</div>
        )}
      </div>
    </div>
  );
}
