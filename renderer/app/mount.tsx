import '@stackoverflow/stacks/dist/css/stacks.min.css';
import '../appearance/askbell.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { Router } from 'wouter';
import { useHashLocation } from 'wouter/use-hash-location';
import type { WindowView } from '../../common/contract/contract.ts';
import { forgetTexts } from '../../common/i18n/words.ts';
import { AgentProvider } from '../agent/agent-context.tsx';
import { openBridge } from '../agent/connection/bridge.ts';
import { Announcements } from '../feedback/announcements.tsx';
import type { Announceable } from '../feedback/announcements.tsx';
import { PageNotices } from '../feedback/page-notices.ts';
import { Preferences } from '../commands/palette/global-commands.tsx';
import { AgentSubscriptions } from '../agent/agent-subscriptions.ts';
import { readStoredAppearance, applyTheme } from '../appearance/theme.ts';
import { createQueryClient, invalidateList } from '../agent/queries.ts';

/** What a page does with what the agent tells of its own accord; what is left out it does not care about. */
interface PageEvents {
  onNavigation?: (view: WindowView) => void;
  showsNotices?: boolean;
}

/** Connects a page to the agent, and shows it in the person's look and language. */
export function mount(page: ReactNode, { onNavigation, showsNotices = false }: PageEvents): void {
  let announce: (announcement: Announceable) => void = () => {};
  const queries = createQueryClient((announcement) => announce(announcement));
  const bridge = openBridge();
  const notices = new PageNotices({
    // What cannot be carried out now is still listed, and can be done there.
    act: (id, action) => void bridge.client.notices.act({ id, action }).catch((error: unknown) => announce({ error })),
    announce: (announcement) => announce(announcement),
  });
  const subscriptions = new AgentSubscriptions(bridge.client, bridge.link, {
    onChange: (of) => void invalidateList(queries, of),
    onNavigation: (view) => onNavigation?.(view),
    onNotice(notice) {
      if (showsNotices) notices.take(notice);
    },
  });
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
