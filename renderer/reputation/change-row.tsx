import type { ReactNode } from 'react';
import { OutsideLink } from '../agent/outside-link.tsx';
import { rowOf } from '../agent/visible-rows.ts';
import { Age } from '../widgets/age.tsx';
import { Change } from '../widgets/change.tsx';
import { SiteIcon } from '../widgets/site-icon.tsx';

interface Props {
  change: number;
  /** What it stands for, for what is not announced while it is seen. */
  keys: readonly string[];
  title: string | undefined;
  link: string | undefined;
  site: { name: string; iconUrl?: string | undefined };
  /** What brought it. */
  why: ReactNode;
  at: Date;
}

/** A change of reputation: how much, on which post, and why. */
export function ChangeRow({ change, keys, title, link, site, why, at }: Props) {
  return (
    <li className="change-row" {...rowOf(keys)}>
      <Change change={change} />
      <div>
        {title !== undefined && (
          <OutsideLink className="change-row--title" href={link}>
            {title}
          </OutsideLink>
        )}
        <p className="change-row--why hint">
          <SiteIcon site={site} isSmall />
          {why} <span>{site.name}</span> <Age of={at} />
        </p>
      </div>
    </li>
  );
}
