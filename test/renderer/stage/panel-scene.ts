import type { Page } from '@playwright/test';
import { inboxOf, lively, runningState, withMatches, type World } from './fake-agent-data.ts';

/** The panel as it opens by the tray. */
export const PANEL = { path: 'app/panel.html', at: '', width: 400, height: 560 };

/** A world with this many unread items, and one unread question. */
export function unreadWorld(count: number): World {
  const world = lively();
  const [match] = withMatches().inbox;
  // Messages are about no question.
  const ofQuestion = ({ key, itemType }: { key: string; itemType: string }) =>
    itemType.endsWith('_message') ? {} : { question: `demo/${key}` };
  world.inbox = [...inboxOf(count), { ...match!, place: 1 }].map((entry) => ({
    ...entry,
    unread: true,
    ...ofQuestion(entry),
  }));
  world.state = { ...runningState(), unread: count + 1, unreadMatches: 1 };
  return world;
}

/** Likewise, with the first three items about one question. */
export function threadWorld(count: number): World {
  const world = unreadWorld(count);
  world.inbox = world.inbox.map((entry, index) => (index < 3 ? { ...entry, question: 'demo/1' } : entry));
  return world;
}

/** The rows under one of the panel's two labels. */
export const rows = (page: Page, label: 'For you' | 'New questions' = 'For you') =>
  page.getByRole('list', { name: label }).getByRole('listitem');
