import type { Browser, Page } from '@playwright/test';
import { lively, type World } from '../renderer/stage/fake-agent-data.ts';
import { startWindowServer } from '../renderer/stage/fake-agent-serving.ts';
import { FakeAgent } from '../renderer/stage/fake-agent.ts';
import { shownTime, STILL } from './frozen.ts';

/** A thing with every date in it later by this much: the data's dates are from now, and pictures show one time. */
function moved<T>(thing: T, ms: number): T {
  if (thing instanceof Date) return new Date(thing.getTime() + ms) as T;
  if (Array.isArray(thing)) return thing.map((each: unknown) => moved(each, ms)) as T;
  if (typeof thing !== 'object' || thing === null) return thing;
  return Object.fromEntries(Object.entries(thing).map(([name, value]) => [name, moved<unknown>(value, ms)])) as T;
}

/** The window before an agent that says what a test has it say, at the time that pictures show. */
export interface Staged {
  page: Page;
  agent: FakeAgent;
  end(): Promise<void>;
}

/** Opens the window; `change` is made to what the agent knows before anything is asked. */
export async function openStaged(browser: Browser, change: (agent: FakeAgent) => void): Promise<Staged> {
  const { series, ...world } = lively();
  const agent = new FakeAgent({ ...moved<Omit<World, 'series'>>(world, shownTime.getTime() - Date.now()), series });
  change(agent);
  const server = await startWindowServer();
  server.serve(agent);
  const context = await browser.newContext({ ...STILL, bypassCSP: true });
  const page = await context.newPage();
  await page.clock.setFixedTime(shownTime);
  await page.goto(server.url);
  return {
    page,
    agent,
    async end() {
      await context.close();
      await server.stop();
    },
  };
}
