import { LOG_IN_ADDRESS } from '../pages/log-in/log-in-page.ts';
import type { Person } from '../pages/log-in/people.ts';
import { onePerson, personChoice } from '../pages/log-in/person-choice.ts';
import { html, type Markup } from '../pages/markup.ts';
import type { DialogRequest, Flow } from './dialog-request.ts';
import { SCOPE_WORDS } from './scope-words.ts';

const tick = html`<svg viewBox="0 0 20 20" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2" \
stroke-linecap="round" stroke-linejoin="round"><path d="m4.5 10.5 3.5 3.5 7.5-8"/></svg>`;

/** Where each flow's dialog is. */
export const DIALOG_ADDRESS: Readonly<Record<Flow, string>> = { implicit: '/oauth/dialog', explicit: '/oauth' };

/** Which app asks, and for what. */
const question = ({ appName, scopes }: DialogRequest) => html`<h1>Let ${appName} use your account?</h1>
<p class="soft">If you approve, <b>${appName}</b> may:</p>
<ul class="scopes">
<li>${tick}<span>Know who you are and see your public profile</span></li>
${scopes.map(
  (scope) => html`<li>${tick}<span>${SCOPE_WORDS[scope]}</span></li>
`,
)}</ul>`;

/** The request once more, and the two answers. `person` says as whom. */
const answers = (request: DialogRequest, person: Markup) => html`<form method="post" \
action="${DIALOG_ADDRESS[request.flow]}">
${Object.entries(request.sent)
  .filter(([, value]) => value !== '')
  .map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">
`,
  )}${person}
<div class="actions">
<button class="main" name="decision" value="approve">Approve</button>
<button name="decision" value="deny" formnovalidate>Deny</button>
</div>
</form>
<p class="soft small">Then you go on to <b>${request.redirect.host || request.redirect.protocol}</b>. \
This is a network for trying things out: the people are made up, and there is no password.</p>`;

/** The dialog with the log-in in it: which app, what it asks for, as whom (`chosen` to begin with), the two answers. */
export function dialogBody(request: DialogRequest, people: readonly Person[], chosen: number | undefined): Markup {
  return html`${question(request)}
${answers(request, personChoice(people, chosen))}`;
}

/** The dialog for somebody who has logged in before. @param address its own, to come back to as somebody else */
export function consentBody(request: DialogRequest, person: Person, address: string): Markup {
  const query = new URLSearchParams({ returnurl: address }).toString();
  return html`${question(request)}
${answers(request, onePerson(person))}
<p class="small"><a href="${LOG_IN_ADDRESS}?${query}">Log in as somebody else</a></p>`;
}

/** What signing out shows. Only who was chosen last is forgotten; tokens are not touched. */
export const signedOutBody: Markup = html`<h1>Nobody is signed in here any more</h1>
<p>The next sign-in asks again who you are. Apps that were given access keep it; take it back in the app.</p>`;

/** Why the dialog cannot go on; the person is not sent anywhere. */
export const refusalBody = (why: string): Markup => html`<h1>This sign-in cannot go on</h1>
<div class="notice bad" role="alert"><b>${why}</b></div>
<p>Nothing was shared with any app. Close this page and start again from the app; \
if it happens again, whoever makes the app has to mend its registration.</p>`;
