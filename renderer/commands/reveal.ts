/** How long what was looked for stays marked, and how long it is waited for, in ms. */
const MARKED_MS = 2500;
const LONGEST_WAIT_MS = 3000;

/** Marks for a moment what was looked for. */
export function markFound(element: Element): void {
  element.classList.add('is-found');
  setTimeout(() => element.classList.remove('is-found'), MARKED_MS);
}

/** Brings an element of a view that is being opened into sight, once it is there, marks it and gives it the focus. */
export function revealWhenThere(selector: string, since = performance.now()): void {
  // After the window has moved the focus to the view.
  requestAnimationFrame(() => {
    const element = document.querySelector<HTMLElement>(selector);
    if (!element) {
      if (performance.now() - since < LONGEST_WAIT_MS) revealWhenThere(selector, since);
      return;
    }
    element.scrollIntoView({ block: 'center' });
    element.focus({ preventScroll: true });
    markFound(element);
  });
}
