import { it } from 'vitest';
import { ForwardTarget } from '../../../../common/schemas/forwarding.ts';
import type { ForwardTargetView } from '../../../../common/contract/contract.ts';
import { lively } from '../../stage/fake-agent-data.ts';
import { expect, inBrowser } from '../../stage/stage.ts';

const at = '/settings/forwarding';

const target = (given: Partial<ForwardTargetView> & Pick<ForwardTargetView, 'id' | 'kind' | 'address'>) => ({
  ...ForwardTarget.parse(given),
  hasSecret: false,
  waiting: 0,
  lost: 0,
  ...given,
});

inBrowser('the settings of forwarding', (stage) => {
  it('send nothing at first; a phone gets a topic that nobody can guess', async () => {
    const { page, agent } = await stage.open(lively(), { at });
    await page.getByRole('button', { name: 'Add a target' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a target' });
    const topic = dialog.getByRole('textbox', { name: 'Topic' });
    await expect(topic).toHaveValue(/^https:\/\/ntfy\.sh\/askbell-[\da-f-]{36}$/);
    await topic.fill('http://ntfy.example.org/t');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText('Enter whole addresses')).toBeVisible();
    expect(agent.asked('forwarding.save')).toEqual([]);
    await topic.fill('https://ntfy.example.org/t');
    await dialog.getByLabel('Access token').fill('tk_secret');
    await dialog.getByText('While away').click();
    await dialog.getByRole('switch', { name: 'Badges' }).uncheck();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toHaveCount(0);
    expect(agent.inputs('forwarding.save')).toMatchObject([
      {
        address: 'https://ntfy.example.org/t',
        secret: 'tk_secret',
        when: 'away',
        kinds: ['inbox', 'questions', 'reputation'],
      },
    ]);
    await page.getByRole('button', { name: 'Send a test' }).click();
    await expect(page.getByRole('listitem', { name: 'Phone (ntfy) · ntfy.example.org' })).toContainText('Delivered');
  });

  it('say what a target answered, keep its secret, and ask before it is removed', async () => {
    const failed = { at: new Date(), delivered: false, why: 'answered', detail: '500', retryAt: new Date() } as const;
    const address = 'https://hooks.example.org/x';
    const world = lively();
    world.forwarding = [
      target({ id: 'a', kind: 'webhook', address, hasSecret: true, waiting: 3, lost: 2, last: failed }),
      target({ id: 'b', kind: 'email', address: 'smtps://mail.example.org', to: 'ada@example.org' }),
      target({ id: 'd', kind: 'ntfy', address: 'https://ntfy.sh/t', hasSecret: true, kinds: ['inbox'] }),
      target({ id: 'c', kind: 'command', address: '/usr/bin/say-it --loud' }),
    ];
    const { page, agent, complaints } = await stage.open(world, { at });
    const hook = page.getByRole('listitem', { name: 'Webhook · hooks.example.org' });
    await expect(hook).toContainText('Answered 500');
    await expect(hook).toContainText('Waiting: 3. Given up after a day: 2.');
    await hook.getByRole('button', { name: 'Change' }).click();
    await expect(page.getByLabel('Key that signs')).toHaveValue('');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => agent.inputs('forwarding.save')).toMatchObject([{ id: 'a', address }]);
    expect(agent.inputs('forwarding.save')[0]).not.toHaveProperty('secret');
    await page.getByRole('listitem', { name: /ntfy/ }).getByRole('button', { name: 'Change' }).click();
    await page.getByRole('switch', { name: 'Remove it from the keyring' }).check();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => agent.inputs('forwarding.save')[1]).toMatchObject({ id: 'd', secret: '' });
    await page
      .getByRole('listitem', { name: /Command/ })
      .getByRole('button', { name: 'Remove' })
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByRole('listitem', { name: /Command/ })).toHaveCount(0);
    expect(complaints).toEqual([]);
  });
});
