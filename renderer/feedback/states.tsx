import type { ReactNode } from 'react';
import { useWords } from '../appearance/language.tsx';
import { Icon } from '../widgets/icon.tsx';
import { plainError } from './plain-error.ts';

/** Nothing to show yet, and why that is all right. */
export function Empty({ icon, title, children }: { icon: string; title: string; children?: ReactNode }) {
  return (
    <div className="s-empty-state empty">
      <Icon svg={icon} className="empty--icon" />
      <p>
        <strong>{title}</strong>
      </p>
      {children}
    </div>
  );
}

/** Grey lines where a list is about to be. */
export function Loading({ label }: { label: string }) {
  return (
    <div className="loading" role="status">
      <span className="visually-hidden">{label}</span>
      {[0, 1, 2].map((line) => (
        <div className="loading--line" aria-hidden="true" key={line} />
      ))}
    </div>
  );
}

/** A list that could not be had, with a way to ask again. */
export function Failed({ error, again }: { error: unknown; again: () => void }) {
  const words = useWords();
  const { message, advice } = plainError(error, words);
  return (
    <div className="s-notice s-notice__danger failed" role="alert">
      <p>
        <strong>{message}</strong> {advice}
      </p>
      <button type="button" className="s-btn s-btn__outlined s-btn__sm" onClick={again}>
        {words('common.tryAgain')}
      </button>
    </div>
  );
}

/** The head of a view, or of a section of it, which `sectionId` names: what it is called and what can be done there. */
export function ViewHead({
  title,
  sectionId,
  children,
}: {
  title: string;
  sectionId?: string | undefined;
  children?: ReactNode;
}) {
  return (
    <header className="view-head">
      {sectionId === undefined ? <h1>{title}</h1> : <h2 id={sectionId}>{title}</h2>}
      {children !== undefined && <div className="view-head--actions">{children}</div>}
    </header>
  );
}
