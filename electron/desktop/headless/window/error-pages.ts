/** The pages that Askbell itself writes; everything else is the renderer's. They load nothing. */

function page(title: string, text: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – Askbell</title>
<h1>${title}</h1>
<p>${text}</p>
</html>
`;
}

/** For whoever comes without the pass. */
export const refusedPage = page(
  'Askbell does not know this browser',
  'The address that Askbell printed in the terminal (it starts with “Askbell is at”) lets one browser in, once. ' +
    'For another one open Askbell from its icon in the tray, or start it again while it runs: that prints a new one.',
);

export const notFoundPage = page('There is nothing here', 'Go to <a href="/">Askbell’s first page</a>.');

/** Where what answers browsers cannot be loaded: its files are those of another version, or gone. */
export const unansweredPage = page(
  'Askbell cannot show its window',
  'It was probably updated while it ran. Quit it, start it again, and open the address that it prints then.',
);
