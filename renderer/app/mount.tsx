import '@stackoverflow/stacks/dist/css/stacks.min.css';
import '../appearance/askbell.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { Router } from 'wouter';
import { useHashLocation } from 'wouter/use-hash-location';
import type { PageNotice, WindowView } from '../../common/contract/contract.ts';
import { forgetTexts } from '../../common/i18n/words.ts';
import { AgentProvider } from '../agent/agent-context.tsx';
import { BROWSER_ENVIRONMENT, openBridge } from '../agent/connection/bridge.ts';
import { Announcements } from '../feedback/announcements.tsx';
import type { Announceable } from '../feedback/announcements.tsx';
import { Preferences } from '../commands/palette/global-commands.tsx';
import { AgentSubscriptions, type Changed } from '../agent/agent-subscriptions.ts';
import { readStoredAppearance, applyTheme } from '../appearance/theme.ts';
import { putNewerAbove } from '../feed/feed-queries.ts';
import { listRefresh } from '../agent/list-refresh.ts';
import { createQueryClient } from '../agent/queries.ts';

/** What a page does with what the agent tells by itself; a page ignores what is left out. */
interface PageEvents {
  onNavigation?: (view: WindowView) => void;
  showsNotices?: boolean;
}

/** Connects a page to the agent, and shows it in the person's look and language. */
export function mount(page: ReactNode, { onNavigation, showsNotices = false }: PageEvents): void {
  let announce: (announcement: Announceable) => void = () => {};
  const queries = createQueryClient((announcement) => announce(announcement));
  const bridge = openBridge();
  const refresh = listRefresh(queries, () => putNewerAbove(queries, bridge.client));
  // The window need not wait for it.
  const notices = showsNotices
    ? import('../feedback/page-notices.ts').then(
        ({ PageNotices }) =>
          new PageNotices({
            // An action that fails here can still be done in the list.
            act: (id, action) =>
              void bridge.client.notices.act({ id, action }).catch((error: unknown) => announce({ error })),
            announce: (announcement) => announce(announcement),
          }),
      )
    : undefined;
  const events = {
    onChange: (of: Changed) => void refresh(of),
    onNavigation: (view: WindowView) => onNavigation?.(view),
    onNotice: (notice: PageNotice) => void notices?.then(({ take }) => take(notice)),
  };
  const subscriptions = new AgentSubscriptions(bridge.client, bridge.link, events, BROWSER_ENVIRONMENT);
  const register = (how: typeof announce) => {
    announce = how;
  };

  applyTheme(readStoredAppearance());
  const root = document.getElementById('root');
  if (root === null) throw new Error('The page has no element with the id "root".');
  const reactRoot = createRoot(root);
  const render = () =>
    reactRoot.render(
      <StrictMode>
        <QueryClientProvider client={queries}>
          <AgentProvider agent={{ ...bridge, subscriptions }}>
            <Router hook={useHashLocation}>
              <Preferences>
                <Announcements register={register}>{page}</Announcements>
              </Preferences>
            </Router>
          </AgentProvider>
        </QueryClientProvider>
      </StrictMode>,
    );
  render();
  // Only `npm run dev` has `hot`: it shows a changed text without a reload.
  if (import.meta.hot)
    window.addEventListener('askbell:words-changed', () => {
      forgetTexts();
      render();
    });
}
