import { decodeHTML } from 'entities';

/** The demo network's dialog could not be walked through; `message` says where it ended. */
export class DemoSignInFailed extends Error {
  override readonly name = 'DemoSignInFailed';
}

/**
 * Goes through the demo network's own dialog as a person would: loads the page, chooses the first person, approves.
 * Takes the dialog's address; gives the address it ends at, token included. For `--demo`.
 */
export async function walkDialog(dialogUrl: string, fetch: typeof globalThis.fetch): Promise<string> {
  const page = await (await fetch(dialogUrl)).text();
  const action = /<form[^>]*\baction="([^"]*)"/.exec(page)?.[1];
  const fields = new URLSearchParams();
  for (const [input] of page.matchAll(/<input\b[^>]*>/g)) {
    const name = attribute(input, 'name');
    // The first person is the one chosen at the start; the others with the same name are passed over.
    if (name !== undefined && !fields.has(name)) fields.set(name, attribute(input, 'value') ?? '');
  }
  if (!fields.has('account_id')) throw new DemoSignInFailed('The demo network did not show its sign-in page.');
  fields.set('decision', 'approve');
  const answer = await fetch(new URL(action === undefined ? dialogUrl : decodeHTML(action), dialogUrl), {
    method: 'POST',
    body: fields,
    redirect: 'manual',
  });
  const landed = answer.headers.get('location');
  if (landed === null)
    throw new DemoSignInFailed(`The demo network did not let the first demo person in (status ${answer.status}).`);
  return new URL(landed, dialogUrl).href;
}

function attribute(tag: string, name: string): string | undefined {
  const value = new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1];
  return value === undefined ? undefined : decodeHTML(value);
}
