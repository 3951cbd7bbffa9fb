import { html, type Markup } from '../pages/markup.ts';
import type { DialogRequest, Flow } from './dialog-request.ts';
import type { Person } from './people.ts';
import { SCOPE_WORDS } from './scope-words.ts';

const tick = html`<svg viewBox="0 0 20 20" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2" \
stroke-linecap="round" stroke-linejoin="round"><path d="m4.5 10.5 3.5 3.5 7.5-8"/></svg>`;

const counted = (count: number, one: string, many: string) =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

const personChoice = (person: Person, isChosen: boolean) => html`<label class="person">
<input type="radio" name="account_id" value="${person.accountId}" required${isChosen && html` checked`}>
<img src="${person.avatar}" alt="">
<span><b>${person.name}</b>\
<span>${person.reputation.toLocaleString('en')} reputation · ${counted(person.sites, 'site', 'sites')}</span></span>
</label>
`;

/** Where each flow's dialog is. */
export const DIALOG_ADDRESS: Readonly<Record<Flow, string>> = { implicit: '/oauth/dialog', explicit: '/oauth' };

/** The dialog: which app, what it asks for, as whom (`chosen` to begin with), and the two answers. */
export function dialogBody(request: DialogRequest, people: readonly Person[], chosen: number | undefined): Markup {
  return html`<h1>Let ${request.appName} use your account?</h1>
<p class="soft">If you approve, <b>${request.appName}</b> may:</p>
<ul class="scopes">
<li>${tick}<span>Know who you are and see your public profile</span></li>
${request.scopes.map(
  (scope) => html`<li>${tick}<span>${SCOPE_WORDS[scope]}</span></li>
`,
)}</ul>
<form method="post" action="${DIALOG_ADDRESS[request.flow]}">
${Object.entries(request.sent)
  .filter(([, value]) => value !== '')
  .map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">
`,
  )}<fieldset>
<legend>Sign in as</legend>
<div class="people">
${people.map((person, index) =>
  personChoice(person, chosen === undefined ? index === 0 : person.accountId === chosen),
)}</div>
</fieldset>
<div class="actions">
<button class="main" name="decision" value="approve">Approve</button>
<button name="decision" value="deny" formnovalidate>Deny</button>
</div>
</form>
<p class="soft small">Then you go on to <b>${request.redirect.host}</b>. This is a network for trying things out: \
the people are made up, and there is no password.</p>`;
}

/** No person's token is kept anywhere by this; only who was chosen last. */
export const signedOutBody: Markup = html`<h1>Nobody is signed in here any more</h1>
<p>The next sign-in asks again who you are. Apps that were given access keep it; take it back in the app.</p>`;

/** Why the dialog cannot go on; the person is not sent anywhere. */
export const refusalBody = (why: string): Markup => html`<h1>This sign-in cannot go on</h1>
<div class="notice bad" role="alert"><b>${why}</b></div>
<p>Nothing was shared with any app. Close this page and start again from the app; \
if it happens again, whoever makes the app has to mend its registration.</p>`;
