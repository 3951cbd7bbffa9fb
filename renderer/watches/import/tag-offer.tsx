import { useId } from 'react';
import type { ReadTags } from '../../../common/contract/contract.ts';
import { useLocale } from '../../appearance/language.tsx';

type FoundTag = ReadTags['tags'][number];

/** Where tags come from: what was pasted, or what the person writes about. */
export interface TagOffer {
  from: 'text' | 'mine';
  tags: FoundTag[];
  leftOut: number;
  trouble?: ReadTags['trouble'];
  note?: string;
}

/** Tags found, each to be ticked; those that the site does not have begin unticked. */
export function OfferedTags({
  offer: { tags, from },
  ticked,
  onTick,
}: {
  offer: TagOffer;
  ticked: ReadonlySet<string>;
  onTick: (name: string) => void;
}) {
  const { words } = useLocale();
  const id = useId();
  return (
    <ul className="card import--tags" aria-label={words('watches.import.list')}>
      {tags.map((tag, index) => (
        <li key={tag.name} className={`check-line import--tag is-${tag.state}`}>
          <input
            type="checkbox"
            className="checkbox"
            id={`${id}-${index}`}
            checked={ticked.has(tag.name)}
            aria-describedby={`${id}-${index}-about`}
            onChange={() => onTick(tag.name)}
          />
          <label htmlFor={`${id}-${index}`}>{tag.name}</label>
          <span className="hint" id={`${id}-${index}-about`}>
            {tag.state === 'known' && tag.count !== undefined
              ? words(from === 'mine' ? 'watches.import.posts' : 'settings.data.questions', { count: tag.count })
              : words(`watches.import.states.${tag.state}`)}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** What the check came to, before anything is kept. */
export function OfferSummary({ offer, site }: { offer: TagOffer; site: string }) {
  const { words } = useLocale();
  const many = (state: FoundTag['state']) => offer.tags.filter((tag) => tag.state === state).length;
  const lines = [
    ...(offer.note === undefined || offer.note === '' ? [] : [offer.note]),
    ...(offer.from === 'text' && many('known') > 0
      ? [words('watches.import.known', { count: many('known'), site })]
      : []),
    ...(many('unknown') > 0 ? [words('watches.import.unknown', { count: many('unknown'), site })] : []),
    ...(many('unchecked') > 0 ? [words('watches.import.unchecked', { count: many('unchecked') })] : []),
    ...(offer.leftOut > 0 ? [words('watches.import.leftOut', { count: offer.leftOut })] : []),
  ];
  return (
    <div role="status">
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  );
}
