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
import type { Announcement } from './components/announcements.tsx';
import { Live } from './live.ts';
import { createQueries, refresh } from './queries.ts';

let announce: (announcement: Announcement) => void = () => {};
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

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element with the id "root".');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <AgentProvider agent={{ ...bridge, live }}>
        <Router hook={useHashLocation}>
          <Announcements register={register}>
            <App />
          </Announcements>
        </Router>
      </AgentProvider>
    </QueryClientProvider>
  </StrictMode>,
);
