import { z } from 'zod';
import type { Fetch } from '../../../../api/fetch.ts';

/** Where the newest release is asked for: that of the project's own page of releases. */
export const RELEASE_FEED = 'https://api.github.com/repos/askbell/askbell/releases/latest';

/** How long an answer may take, in ms. */
const ANSWER_TIMEOUT_MS = 30_000;

/** What is read of GitHub's "Get the latest release"; drafts and trial releases are never the latest. */
const LatestRelease = z.object({ tag_name: z.string(), html_url: z.url({ protocol: /^https?$/ }) });

/** A release of Askbell. */
export interface Release {
  /** Like `1.2.3`. */
  version: string;
  /** The page that tells of it. */
  page: string;
}

/**
 * Asks for the newest release. What is sent names Askbell and its version, and nothing of the person or the machine.
 * Rejects where there is no answer, or an odd one.
 */
export async function latestRelease(feed: string, fetch: Fetch, stop: AbortSignal): Promise<Release> {
  const response = await fetch(feed, {
    headers: { accept: 'application/vnd.github+json' },
    credentials: 'omit',
    signal: AbortSignal.any([stop, AbortSignal.timeout(ANSWER_TIMEOUT_MS)]),
  });
  if (!response.ok) throw new Error(`the page of releases answered ${response.status}`);
  const { tag_name: tag, html_url: page } = LatestRelease.parse(await response.json());
  return { version: tag.replace(/^v/, ''), page };
}
