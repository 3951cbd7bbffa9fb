import { createHash } from 'node:crypto';
import { PAGE_KEY_ITEM } from '../../../../common/page-key.ts';

/** Stores the key, and replaces the entry's address with the window's. */
const SCRIPT = `
const { key, onward } = document.documentElement.dataset;
try {
  localStorage.setItem('${PAGE_KEY_ITEM}', key);
} finally {
  location.replace(onward);
}
`;

/** Script source that the page's policy must allow. */
export const ENTERING_SCRIPT_SOURCE = `'sha256-${createHash('sha256').update(SCRIPT).digest('base64')}'`;

/**
 * Returns the page that passes the page key to an admitted browser. The key is in the page, because an address would
 * stay in the browser's history. Neither value is escaped: the key must be alphanumeric, the path without quotes.
 */
export const enteringPage = (pageKey: string, onward: string): string => `<!doctype html>
<html lang="en" data-key="${pageKey}" data-onward="${onward}">
<meta charset="utf-8">
<title>Askbell</title>
<script>${SCRIPT}</script>
</html>
`;
