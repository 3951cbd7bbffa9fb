import { html, type Markup, type PageContent } from '../pages/layout.ts';
import { formTarget } from '../pages/log-in.ts';
import { SCOPE_WORDS, type DialogRequest, type Flow } from './dialog-request.ts';

const tick = html`<svg viewBox="0 0 20 20" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2" \
stroke-linecap="round" stroke-linejoin="round"><path d="m4.5 10.5 3.5 3.5 7.5-8"/></svg>`;

/** Where each flow's dialog is. */
export const DIALOG_ADDRESS: Readonly<Record<Flow, string>> = { implicit: '/oauth/dialog', explicit: '/oauth' };

/**
 * Returns the dialog: which app, what it asks for, as whom, the two answers.
 * @param person as whom: one who is logged in, or a choice with the log-in in it
 * @param otherwise what follows the answers
 */
export const dialogPage = (
  { appName, flow, redirect, scopes, sent }: DialogRequest,
  person: Markup,
  otherwise?: Markup,
): PageContent => ({
  title: `Sign in to let ${appName} use your account`,
  body: html`<h1>Let ${appName} use your account?</h1>
<p class="soft">If you approve, <b>${appName}</b> may:</p>
<ul class="scopes">
<li>${tick}<span>Know who you are and see your public profile</span></li>
${scopes.map(
  (scope) => html`<li>${tick}<span>${SCOPE_WORDS[scope]}</span></li>
`,
)}</ul>
<form method="post" action="${DIALOG_ADDRESS[flow]}">
${sent.map(
  ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">
`,
)}${person}
<div class="actions">
<button class="main" name="decision" value="approve">Approve</button>
<button name="decision" value="deny" formnovalidate>Deny</button>
</div>
</form>
<p class="soft small">Then you go on to <b>${redirect.host || redirect.protocol}</b>. \
This is a network for trying things out: the people are made up, and there is no password.</p>
${otherwise}`,
  formTargets: [formTarget(redirect)],
});

/** Signing out forgets only who was chosen last; tokens are not touched. */
export const SIGNED_OUT_PAGE: PageContent = {
  title: 'Signed out',
  body: html`<h1>Nobody is signed in here any more</h1>
<p>The next sign-in asks again who you are. Apps that were given access keep it; take it back in the app.</p>`,
};

/** Returns why the dialog cannot go on; the person is not sent anywhere. */
export const refusalPage = (why: string): PageContent => ({
  title: 'Sign-in refused',
  body: html`<h1>This sign-in cannot go on</h1>
<div class="notice bad" role="alert"><b>${why}</b></div>
<p>Nothing was shared with any app. Close this page and start again from the app; \
if it happens again, whoever makes the app has to mend its registration.</p>`,
});

/**
 * The place desktop apps are sent to. What came back is in the fragment, which only the browser knows: the script shows
 * the section that fits it, and copies the address on request.
 */
export const SUCCESS_PAGE: PageContent = {
  title: 'Signed in',
  body: html`<section id="done">
<h1>You are signed in</h1>
<p>Most apps notice this by themselves, and you can close this page.</p>
<p>If your app asks for it, copy the whole address of this page and paste it there.</p>
<div class="actions"><button class="main" id="copy" type="button" hidden>Copy the address</button></div>
<p id="copied" class="soft" role="status"></p>
<p class="soft small">The address is as good as a key to your account. \
Give it to nothing but the app you are signing in to.</p>
</section>
<section id="failed" hidden>
<h1>You are not signed in</h1>
<div class="notice bad" role="alert"><b id="why">The app was not given access.</b></div>
<p>Nothing was shared. You can close this page, or start again from the app.</p>
<p>If your app asks for the address of this page, you may paste it there: it holds no key.</p>
</section>
<section id="nothing" hidden>
<h1>Nothing to see here yet</h1>
<p>Sign-ins end on this page. Start one from the app.</p>
</section>`,
  script: `
const said = new URLSearchParams(location.hash.slice(1));
const part = said.has('error') ? 'failed' : said.has('access_token') ? 'done' : 'nothing';
for (const one of ['done', 'failed', 'nothing']) document.getElementById(one).hidden = one !== part;
document.title = { failed: 'Not signed in', done: document.title, nothing: 'Sandbox network' }[part];
const why = said.get('error') === 'access_denied' ? 'You denied the app access.' : said.get('error_description');
if (why) document.getElementById('why').textContent = why;
const copy = document.getElementById('copy');
const copied = document.getElementById('copied');
copy.hidden = false;
copy.addEventListener('click', async () => {
  try {
    await navigator.clipboard.writeText(location.href);
    copied.textContent = 'Copied. Now paste it into your app.';
  } catch {
    copied.textContent = 'The browser did not allow that. Copy the address from the address bar instead.';
  }
});
`,
};
