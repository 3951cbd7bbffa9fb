import { useId, type ReactNode } from 'react';
import { useWords } from '../appearance/language.tsx';

/** The sections, in the order in which they stand. */
export const SECTIONS = [
  'accounts',
  'notifications',
  'sites',
  'quiet',
  'polling',
  'appearance',
  'application',
  'diagnostics',
  'data',
  'about',
] as const;
export type SectionName = (typeof SECTIONS)[number];

/** One card of the settings, named by its heading; the list of sections leads to it. */
export function Section({ id, children }: { id: SectionName; children: ReactNode }) {
  const words = useWords();
  const heading = useId();
  return (
    <section className="s-card settings--section" id={`settings-${id}`} aria-labelledby={heading} tabIndex={-1}>
      <h2 id={heading}>{words(`settings.${id}.title`)}</h2>
      {children}
    </section>
  );
}

/** Leads to each section; the sections stand on one page, so that the page's own search finds everything. */
export function SectionList({ shown }: { shown: readonly SectionName[] }) {
  const words = useWords();
  const goTo = (name: SectionName) => {
    const section = document.querySelector<HTMLElement>(`#settings-${name}`);
    section?.scrollIntoView({ block: 'start' });
    section?.focus({ preventScroll: true });
  };
  return (
    <nav className="sections" aria-label={words('settings.sections')}>
      {shown.map((name) => (
        <button type="button" key={name} className="sections--link" onClick={() => goTo(name)}>
          {words(`settings.${name}.title`)}
        </button>
      ))}
    </nav>
  );
}
