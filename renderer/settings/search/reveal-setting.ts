/** How long a setting that was looked for stays marked, in ms. */
const MARKED_MS = 2500;

/** Elements that may bear the name of a setting. */
const NAMED = 'label, legend, summary, button, h2, h3, .setting--words > span';
const CONTROLS = 'input:checked, input, select, button, summary';

/** Brings a setting into sight by its label, marks it for a moment and focuses it. Gives whether it is there. */
export function revealSetting(page: HTMLElement, label: string): boolean {
  const named = [...page.querySelectorAll<HTMLElement>(NAMED)].find((element) => element.textContent.trim() === label);
  if (!named) return false;
  const whole = named.closest<HTMLElement>('.setting, .switch, fieldset, .settings--line') ?? named;
  const section = named.closest<HTMLElement>('section');
  const control = named.matches(CONTROLS)
    ? named
    : named instanceof HTMLLabelElement && named.control
      ? named.control
      : whole === named
        ? section
        : whole.querySelector<HTMLElement>(CONTROLS);
  whole.scrollIntoView({ block: 'center' });
  control?.focus({ preventScroll: true });
  whole.classList.add('is-found');
  setTimeout(() => whole.classList.remove('is-found'), MARKED_MS);
  return true;
}
