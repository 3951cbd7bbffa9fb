import type { MouseEvent, ReactNode } from 'react';
import { isWebAddress } from '../../common/safe-text.ts';
import { useClient } from './agent-context.tsx';
import { IN_ELECTRON } from './connection/bridge.ts';
import { useAgentMutation } from './queries.ts';

interface Props {
  href: string;
  className?: string;
  children: ReactNode;
}

/** A link to a page outside Askbell: a new tab in a browser, the system's browser from Electron. */
export function OutsideLink({ href, className, children }: Props) {
  const client = useClient();
  const open = useAgentMutation(() => client.openExternal({ url: href }));
  if (!isWebAddress(href)) return <span className={className}>{children}</span>;
  const follow = (event: MouseEvent) => {
    if (!IN_ELECTRON) return;
    event.preventDefault();
    open.mutate();
  };
  return (
    <a className={className} href={href} target="_blank" rel="noopener noreferrer" onClick={follow}>
      {children}
    </a>
  );
}
