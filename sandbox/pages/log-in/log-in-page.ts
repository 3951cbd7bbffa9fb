import { html, type Markup } from '../markup.ts';
import type { Person } from './people.ts';
import { personChoice } from './person-choice.ts';

export const LOG_IN_ADDRESS = '/users/login';
/** Where the other service's own log-in is; it only shows itself in a browser's window. */
export const EXAMPLE_ID_ADDRESS = '/example-id/sign-in';

/** What the pop-up tells the page that opened it. */
const DONE_MESSAGE = 'example-id signed in';

const hiddenReturn = (returnTo: string) => html`<input type="hidden" name="returnurl" value="${returnTo}">`;

const withReturn = (address: string, returnTo: string) =>
  `${address}?${new URLSearchParams({ returnurl: returnTo }).toString()}`;

/** The network's own log-in page: as one of the people, or by the other service. */
export function logInBody(people: readonly Person[], chosen: number | undefined, returnTo: string): Markup {
  return html`<h1>Log in</h1>
<p class="soft">Log in to the sandbox network to go on.</p>
<div class="actions">
<a class="button" id="example-id" href="${withReturn(EXAMPLE_ID_ADDRESS, returnTo)}">Log in with Example ID</a>
</div>
<p class="soft small">Example ID is an account elsewhere, as many people use. It opens in a window of its own.</p>
<p id="waiting" class="notice" role="status" hidden>Go on in the window of Example ID.</p>
<form method="post" action="${LOG_IN_ADDRESS}">
${hiddenReturn(returnTo)}
${personChoice(people, chosen)}
<div class="actions"><button class="main">Log in</button></div>
</form>
<p class="soft small">The people are made up, and there is no password.</p>`;
}

/** Opens the other service in a window of its own, and goes on once somebody has signed in there. */
export const logInScript = (returnTo: string): string => `
const link = document.getElementById('example-id');
link.addEventListener('click', (event) => {
  const opened = window.open(${JSON.stringify(EXAMPLE_ID_ADDRESS)}, 'example-id', 'popup,width=480,height=720');
  if (!opened) return;
  event.preventDefault();
  document.getElementById('waiting').hidden = false;
});
window.addEventListener('message', ({ origin, data }) => {
  if (origin === location.origin && data === ${JSON.stringify(DONE_MESSAGE)})
    location.replace(${JSON.stringify(returnTo).replaceAll('<', String.raw`\u003c`)});
});
`;

/** The other service's page in the pop-up. */
export const exampleIdBody = (people: readonly Person[], returnTo: string): Markup => html`<h1>Example ID</h1>
<p class="soft">Sign in with your Example ID to go on to <b>Sandbox network</b>.</p>
<form method="post" action="${EXAMPLE_ID_ADDRESS}">
${hiddenReturn(returnTo)}
${personChoice(people)}
<div class="actions"><button class="main">Sign in</button></div>
</form>`;

/** Why the other service does not show itself in a program's own view. */
export const embeddedBody: Markup = html`<h1>This browser may not be secure</h1>
<div class="notice bad" role="alert"><b>Error 403: disallowed_useragent</b></div>
<p>Example ID does not sign anybody in within another program. Open the page in your browser instead.</p>`;

export const exampleIdDoneBody: Markup = html`<h1>You are signed in</h1>
<p>You can close this window.</p>`;

export const EXAMPLE_ID_DONE_SCRIPT = `
if (window.opener) {
  window.opener.postMessage(${JSON.stringify(DONE_MESSAGE)}, location.origin);
  window.close();
}
`;
