import type { ReactNode } from 'react';

interface Props {
  title: string;
  /** What can be done in the view, at the end of its head. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A view that is read from top to bottom: its head stays in sight, what is below scrolls. */
export function View({ title, actions, children }: Props) {
  return (
    <>
      <header className="head">
        <h1>{title}</h1>
        {actions}
      </header>
      <div className="view">
        <div className="view--inside">{children}</div>
      </div>
    </>
  );
}
