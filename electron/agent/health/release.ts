import { z } from 'zod';
import type { Fetch } from '../../api/fetch.ts';

/** Address of the newest release, from the project's release page. */
export const RELEASE_FEED = 'https://api.github.com/repos/askbell/askbell/releases/latest';

/** Time limit of the answer, in ms. */
const ANSWER_TIMEOUT_MS = 30_000;

/** Fields read from GitHub's "Get the latest release"; drafts and trial releases are never the latest. */
const LatestRelease = z.object({ tag_name: z.string(), html_url: z.url({ protocol: /^https?$/ }) });

/** Release of Askbell. */
export interface Release {
  /** Version, such as `1.2.3`. */
  version: string;
  /** Address of the release's page. */
  page: string;
}

/**
 * Requests the newest release. The request contains the name and version of Askbell, and nothing about the user or the
 * machine. Rejects if there is no valid answer.
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
