import { Children, type ReactNode } from 'react';
import type { Settings } from '../../../common/contract/contract.ts';
import { useSites } from '../../agent/queries.ts';
import { useLocale } from '../../appearance/language.tsx';
import { changedFacts } from './setting-facts.ts';

/** A list of what would change under its heading; says so where it is nothing. */
export function ChangeList({ title, none, children }: { title: string; none: string; children: ReactNode }) {
  return (
    <section className="changes" aria-label={title}>
      <h3>{title}</h3>
      {Children.toArray(children).length === 0 ? <p className="hint">{none}</p> : <ul>{children}</ul>}
    </section>
  );
}

/** One change: what it is about, as it is, and as it would be. */
export function Change({ what, before, after }: { what: string; before: string; after: string }) {
  return (
    <li className="changes--one">
      <span>{what}</span>
      <span className="changes--values">
        {before} → <strong>{after}</strong>
      </span>
    </li>
  );
}

/** The settings that differ, one by one, in plain words. */
export function SettingChanges({ before, after }: { before: Settings; after: Settings }) {
  const locale = useLocale();
  const { words } = locale;
  const sites = useSites().data ?? [];
  const nameOf = (id: string) => sites.find((site) => site.id === id)?.name ?? id.replace(/^.*\//, '');
  return (
    <ChangeList title={words('settings.transfer.settings')} none={words('settings.transfer.noSettings')}>
      {changedFacts(locale, before, after, nameOf).map((fact) => (
        <Change key={fact.label} what={fact.label} before={fact.before} after={fact.after} />
      ))}
    </ChangeList>
  );
}
