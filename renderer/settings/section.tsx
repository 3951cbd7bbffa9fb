import { useId, type ReactNode } from 'react';
import { useWords } from '../appearance/language.tsx';

/** The cards that the pages are made of. */
export type SectionName =
  | 'accounts'
  | 'notifications'
  | 'sites'
  | 'quiet'
  | 'polling'
  | 'appearance'
  | 'application'
  | 'diagnostics'
  | 'data'
  | 'about';

/** One card of the settings, named by its heading. */
export function Section({ id, children }: { id: SectionName; children: ReactNode }) {
  const words = useWords();
  const heading = useId();
  return (
    <section
      className="s-card settings--section"
      id={`settings-${id}`}
      aria-labelledby={heading}
      tabIndex={-1}
      data-form
    >
      <h2 id={heading}>{words(`settings.${id}.title`)}</h2>
      {children}
    </section>
  );
}
