import { markFound } from '../../commands/reveal.ts';

/** Elements that may bear the name of a setting. */
const NAMED = 'label, legend, button, h2, .setting--words > span';
const CONTROLS = 'input, select, button';

/**
 * Brings a setting into sight by its label, or the button that opens it by its title, marks it for a moment and focuses
 * it. Returns whether it is there.
 */
export function revealSetting(page: HTMLElement, label: string): boolean {
  const named =
    [...page.querySelectorAll<HTMLElement>(NAMED)].find((element) => element.textContent.trim() === label) ??
    [...page.querySelectorAll<HTMLElement>('button[title]')].find((opener) => opener.title.split(', ').includes(label));
  if (!named) return false;
  const whole = named.closest<HTMLElement>('.setting, .switch, fieldset') ?? named;
  const section = named.closest<HTMLElement>('section');
  const control = named.matches(CONTROLS)
    ? named
    : named instanceof HTMLLabelElement && named.control
      ? named.control
      : whole === named
        ? section
        : (whole.querySelector<HTMLElement>('input:checked') ?? whole.querySelector<HTMLElement>(CONTROLS));
  whole.scrollIntoView({ block: 'center' });
  control?.focus({ preventScroll: true });
  markFound(whole);
  return true;
}
