import '@stackoverflow/stacks/dist/css/stacks.min.css';
import './askbell.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Router } from 'wouter';
import { navigate, useHashLocation } from 'wouter/use-hash-location';
import { AgentProvider } from './agent.tsx';
import { App } from './app.tsx';
import { openBridge } from './bridge.ts';
import { Announcements } from './components/announcements.tsx';
import type { Announceable } from './components/announcements.tsx';
import { AsChosen } from './everywhere.tsx';
import { Live } from './live.ts';
import { lastLook, putOn } from './look.ts';
import { createQueries, refresh } from './queries.ts';

let announce: (announcement: Announceable) => void = () => {};
const queries = createQueries((announcement) => announce(announcement));
const bridge = openBridge();
const live = new Live(bridge.client, bridge.link, {
  onChange: (of) => void refresh(queries, of),
  onNavigation: (view) => navigate(`/${view}`),
  onNotice: ({ title, body }) => announce({ kind: 'news', message: title, advice: body }),
});
const register = (how: typeof announce) => {
  announce = how;
};

putOn(lastLook());
const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element with the id "root".');
const reactRoot = createRoot(root);
const render = () =>
  reactRoot.render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <AgentProvider agent={{ ...bridge, live }}>
          <Router hook={useHashLocation}>
            <AsChosen>
              <Announcements register={register}>
                <App />
              </Announcements>
            </AsChosen>
          </Router>
        </AgentProvider>
      </QueryClientProvider>
    </StrictMode>,
  );
render();
// Only `npm run dev` has `hot`: it shows a changed text without a reload.
if (import.meta.hot) window.addEventListener('askbell:words-changed', render);
