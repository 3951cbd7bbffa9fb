import type { Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';

/** A rule of axe that a page breaks, and where. */
export interface Violation {
  id: string;
  where: string[];
}

/**
 * What axe finds in a page without frames, by all of its rules, or only by those named or tagged so. It is put into a
 * page once, and tells of violations only: the rest of its report takes as long to carry over as the looking.
 */
export async function findViolations(page: Page, runOnly?: RunOptions['runOnly']): Promise<Violation[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(
    async (options) => {
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, options);
      return violations.map(({ id, nodes }) => ({
        id,
        where: nodes.map((node) => `${node.html} ${node.failureSummary}`),
      }));
    },
    { resultTypes: ['violations'], ...(runOnly && { runOnly }) } satisfies RunOptions,
  );
}
