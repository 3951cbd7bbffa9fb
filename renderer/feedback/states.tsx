import type { ReactNode } from 'react';
import { useWords } from '../appearance/language.tsx';
import { Icon } from '../widgets/icon.tsx';
import { FailureNotice } from '../widgets/parts/failure-notice.tsx';
import { plainError } from './plain-error.ts';

/** Nothing to show yet, and why that is all right. */
export function Empty({
  icon,
  title,
  tone = 'calm',
  children,
}: {
  icon: string;
  title: string;
  tone?: 'calm' | 'good';
  children?: ReactNode;
}) {
  return (
    <div className={`empty empty__${tone}`}>
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
  return <FailureNotice {...plainError(error, useWords())} again={again} />;
}
