import { html, type Markup } from '../pages/markup.ts';

/** The place desktop apps are sent to. What came back is in the fragment, which only the browser knows. */
export const loginSuccessBody: Markup = html`<section id="done">
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
</section>`;

/** Shows the section that fits the fragment, and copies the address on request. */
export const LOGIN_SUCCESS_SCRIPT = `
const said = new URLSearchParams(location.hash.slice(1));
const show = (id) => { \
for (const one of ['done', 'failed', 'nothing']) document.getElementById(one).hidden = one !== id; };
if (said.has('error')) {
  show('failed');
  document.title = 'Not signed in';
  if (said.get('error') !== 'access_denied' && said.get('error_description')) \
document.getElementById('why').textContent = said.get('error_description');
  if (said.get('error') === 'access_denied') document.getElementById('why').textContent = 'You denied the app access.';
} else if (!said.has('access_token')) { show('nothing'); document.title = 'Sandbox network'; }
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
`;
