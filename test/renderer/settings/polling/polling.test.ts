import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { withoutBrowser } from '../../../support/chromium.ts';
import { expect } from '../../../support/expect.ts';
import { lively } from '../../stage/fake-agent-data.ts';
import { Stage } from '../../stage/stage.ts';

describe.skipIf(withoutBrowser)('settings, polling', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await Stage.create();
  });
  afterEach(() => stage.closeWindows());
  afterAll(() => stage.close());

  const open = async (world = lively()) => {
    const scene = await stage.open(world, { at: '/settings/advanced' });
    return { ...scene, section: scene.page.getByRole('region', { name: 'Polling' }) };
  };

  it('says nothing of what is kept back where nothing is left', async () => {
    const world = lively();
    world.state.accounts[0]!.quota = { max: 1500, remaining: 0, usedByAskbell: 1500, reserve: 0 };
    const { section } = await open(world);
    await expect(section).toContainText('0 of 1,500 requests left.');
    await expect(section).not.toContainText('reserved');
  });

  it('tells what is left, what is kept back, and the next look', async () => {
    const { section } = await open();
    await expect(section).toContainText('9,786 of 10,000 requests left (214 used, 120 by Askbell).');
    await expect(section.getByRole('progressbar', { name: 'Requests left' })).toHaveJSProperty('value', 9786);
    await expect(section).toContainText('30 requests are reserved for your own clicks.');
    await expect(section.getByRole('timer')).toHaveText(/^Next check: inbox in \d+ s\.$/);
  });

  it('says when it tries again, not what would be next, while the network cannot be asked', async () => {
    const world = lively();
    world.state.accounts[0]!.nextPoll = { what: 'inbox', at: new Date() };
    world.state.accounts[0]!.conditions = [
      {
        kind: 'offline',
        severity: 'problem',
        title: 'There is no connection.',
        advice: 'Check the network.',
        retryAt: new Date(Date.now() + 65_000),
      },
    ];
    const { section } = await open(world);
    await expect(section.getByRole('timer')).toHaveText(/^Retrying in \d+ s\.$/);
  });

  it('explains the plan, stream by stream and in all', async () => {
    const { section } = await open();
    const streams = section.getByRole('list', { name: 'How often each is checked' }).getByRole('listitem');
    await expect(streams).toHaveCount(3);
    await expect(streams.first()).toContainText('Inbox');
    await expect(streams.first()).toContainText('currently every 62 s; about 1,390 requests on a typical day');
    await expect(streams.first()).toContainText('It matters most to you');
    await expect(section).toContainText('About 1,870 requests in all on a typical day.');
  });

  it('says that nobody is there, and follows when somebody is', async () => {
    const world = lively();
    world.state.presence = { state: 'away', since: new Date(Date.now() - 600_000) };
    const { section, agent } = await open(world);
    await expect(section).toContainText('You have been away since');
    agent.become({ presence: { state: 'present', since: new Date() } });
    await expect(section).toContainText('You are here');
  });

  it('counts down while polling stands still, and says so when it is paused', async () => {
    const world = lively();
    world.state.accounts[0]!.pollingPause = { why: 'throttled', until: new Date(Date.now() + 12 * 60_000) };
    const { section, agent } = await open(world);
    await expect(section.getByRole('timer')).toHaveText(/^Resumes in 1[12] min\.$/);
    agent.becomeAccount({ pollingPause: undefined }, { paused: true });
    await expect(section).toContainText('Paused: Askbell sends no requests until you resume.');
    await expect(section.getByRole('timer')).toHaveCount(0);
  });

  it('shows what it has where the network has not said and nothing is planned yet', async () => {
    const world = lively();
    Object.assign(world.state.accounts[0]!, { quota: undefined, plan: undefined, nextPoll: undefined });
    const { section } = await open(world);
    await expect(section).toContainText('You are here');
    await expect(section.getByRole('progressbar')).toHaveCount(0);
    await expect(section.getByRole('list')).toHaveCount(0);
  });
});
