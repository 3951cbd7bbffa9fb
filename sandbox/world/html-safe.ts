const HTML_ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Plain text as text that can stand in HTML, attributes included (docs/api.md, "Filters"). */
export function htmlSafe(text: string): string {
  return /[&<>"']/.test(text) ? text.replace(/[&<>"']/g, (character) => HTML_ENTITIES[character] ?? character) : text;
}
