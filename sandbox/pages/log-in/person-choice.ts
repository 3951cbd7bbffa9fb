import { html, type Markup } from '../markup.ts';
import type { Person } from './people.ts';

const counted = (count: number, one: string, many: string) =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

const described = ({ avatar, name, reputation, sites }: Person) => html`<img src="${avatar}" alt="">
<span><b>${name}</b>\
<span>${reputation.toLocaleString('en')} reputation · ${counted(sites, 'site', 'sites')}</span></span>`;

/** The people to choose one of in a form, as its field `account_id`; the first unless one is `chosen`. */
export const personChoice = (people: readonly Person[], chosen?: number): Markup => html`<fieldset>
<legend>Sign in as</legend>
<div class="people">
${people.map((person, index) => {
  const isChosen = chosen === undefined ? index === 0 : person.accountId === chosen;
  return html`<label class="person">
<input type="radio" name="account_id" value="${person.accountId}" required${isChosen && html` checked`}>
${described(person)}
</label>
`;
})}</div>
</fieldset>`;

/** One of them, who is logged in. */
export const onePerson = (person: Person): Markup => html`<p class="person logged-in">${described(person)}</p>`;
