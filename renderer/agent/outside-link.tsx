import type { MouseEvent, ReactNode } from 'react';
import { isWebAddress } from '../../common/safe-text.ts';
import { IN_ELECTRON } from './connection/bridge.ts';
import { useAgentMutation } from './queries.ts';

interface Props {
  href: string | undefined;
  className?: string | undefined;
  /** Called when it is followed; in Electron that has to open the page. */
  onFollow?: () => void;
  children: ReactNode;
}

/**
 * A link to a page outside Askbell: a new tab in a browser, the system's browser from Electron. Only its words where
 * there is no web address.
 */
export function OutsideLink({ href, className, onFollow, children }: Props) {
  const open = useAgentMutation((client, url: string) => client.openExternal({ url }));
  if (!isWebAddress(href)) return <span className={className}>{children}</span>;
  const follow = (event: MouseEvent) => {
    if (IN_ELECTRON) event.preventDefault();
    if (onFollow) onFollow();
    else if (IN_ELECTRON) open.mutate(href);
  };
  return (
    <a className={className} href={href} target="_blank" rel="noopener noreferrer" onClick={follow}>
      {children}
    </a>
  );
}
