import { describe, expect, it } from 'vitest';
import { allCases } from '../../../bench/scale/ask/cases.ts';
import { subjectsOf } from '../../../bench/scale/ask/served.ts';
import { makeSite } from '../../../bench/scale/make/site.ts';
import { allRoutes } from '../../../sandbox/api/routes/index.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const cases = allCases();

describe('what is asked', () => {
  it('is every operation that reads from a site, with each of its sorts', () => {
    const asked = new Set(cases.map(({ name }) => name.replace(/ (?:by \w+|deep|of a month)/, '')));
    const wanted = allRoutes
      .filter(({ verb, site }) => verb === 'GET' && site === 'required')
      .flatMap(({ paths, sorts = {} }) =>
        paths
          // Dumps have no articles and collectives, and made sites no revisions.
          .filter((path) => !/^\/me|\/(?:articles|collectives|suggested-edits|revisions)\/\{/.test(path))
          .flatMap((path) =>
            Object.keys(sorts)[0] ? Object.keys(sorts).map((sort) => `${path} sort=${sort}`) : [path],
          ),
      );
    expect(wanted.length).toBeGreaterThan(100);
    expect(wanted.filter((name) => !asked.has(name))).toEqual([]);
  });

  it('is about subjects of the site, big or small, others in each round', () => {
    const facts = makeSite(temporaryFolder(), 400, 1);
    const all = (weight: 'big' | 'small', round: number) =>
      cases.map(({ url }) => url(subjectsOf(facts, weight, round)));
    expect([...all('big', 0), ...all('small', 1)].filter((url) => /[{}]|%7B/.test(url))).toEqual([]);
    const find = (name: string) => cases.findIndex((each) => each.name === name);
    const [byTag, ofUser] = [find('/questions by tagged sort=votes'), find('/users/{ids}/answers sort=votes')];
    for (const at of [byTag, ofUser])
      expect(new Set([all('big', 0)[at], all('big', 1)[at], all('small', 0)[at], all('small', 1)[at]]).size).toBe(4);
  });
});
