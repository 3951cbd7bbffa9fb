import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadDumps } from '../../../sandbox/dump/load.ts';
import { documentChecker, readDocument } from '../support/document.ts';
import { fileFolder } from '../support/file-folder.ts';
import { noon, startNetwork, token } from '../support/network.ts';
import { filledPath, neededBy, readings } from '../support/operations.ts';
import { dumpFolder, dumpNames } from './small-dump.ts';

const folder = fileFolder();

const site = 'verbs.meta';

test.each(dumpNames)('what a dump (%s) has not is left out, and answers fit the OpenAPI document', async (which) => {
  const file = join(folder, `${which}.db`);
  await loadDumps(file, [{ folder: dumpFolder(which, join(folder, 'small')), site }], { now: () => noon });
  const network = await startNetwork({ file });
  await network.control.grant({ token, accountId: network.account(), scopes: ['read_inbox', 'private_info'] });
  const check = documentChecker(await readDocument(network));
  let items = 0;
  for (const [template, route] of readings)
    for (const filter of ['default', '!minted-elsewhere']) {
      const path = filledPath(network, template, { site, tag: 'verbs', token });
      const { status, body } = await network.mine(path, { filter, pagesize: 100, ...neededBy(template, route, site) });
      const wrong = check({ template, verb: 'get', version: '2.3', isWhole: true, status, body });
      expect([template, status, wrong]).toEqual([template, 200, '']);
      items += body.items.length;
    }
  expect(items).toBeGreaterThan(100);
});
