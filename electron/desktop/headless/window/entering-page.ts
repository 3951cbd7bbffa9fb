import { createHash } from 'node:crypto';
import { PAGE_KEY_ITEM } from '../../../../common/page-key.ts';

/** Keeps the key, and goes on to the window in the place of the entry's address. */
const SCRIPT = `
const { key, onward } = document.documentElement.dataset;
try {
  localStorage.setItem('${PAGE_KEY_ITEM}', key);
} finally {
  location.replace(onward);
}
`;

/** What the page's policy has to allow beside its own files. */
export const ENTERING_SCRIPT_SOURCE = `'sha256-${createHash('sha256').update(SCRIPT).digest('base64')}'`;

/**
 * Hands the page key to a browser that was admitted. In the page and not in an address, which the browser's history
 * would keep. Both have to be plain: a key of letters and digits, a path without quotes.
 */
export const enteringPage = (pageKey: string, onward: string): string => `<!doctype html>
<html lang="en" data-key="${pageKey}" data-onward="${onward}">
<meta charset="utf-8">
<title>Askbell</title>
<script>${SCRIPT}</script>
</html>
`;
