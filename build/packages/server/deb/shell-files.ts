import { readFileSync } from 'node:fs';
import { COMMANDS, EXIT_CODES, type OptionFacts, OPTIONS } from '../../../../electron/commands/table.ts';

/** The manual, made of the same table as the help. */

/** A text as man takes it: hyphens that are meant to be typed, and no line that begins like a command. */
const manText = (text: string): string =>
  text
    .replaceAll('\\', String.raw`\e`)
    .replaceAll('-', String.raw`\-`)
    .replaceAll(/^(?=[.'])/gm, String.raw`\&`);

const manOption = ({ name, takes, help, brief }: OptionFacts): string =>
  String.raw`.TP
\fB${manText(`--${name}`)}\fR${takes ? String.raw` \fI${manText(takes)}\fR` : ''}
${manText(help ?? brief)}.`;

const manCodes = (codes: object): string =>
  Object.entries(codes)
    .map(([code, meaning]) => `.TP\n.B ${code}\n${manText(meaning)}.`)
    .join('\n');

/** Returns the manual's page; `date` as YYYY-MM-DD. */
export function manualPage(version: string, date: string): string {
  const codes = Object.entries(EXIT_CODES).map(([of, meanings]) => [of, manCodes(meanings)]);
  return filled('askbell-headless.1', {
    version,
    date,
    commands: COMMANDS.map(
      ({ name, takes, brief }) => `.TP\n.B ${manText(`${name} ${takes ?? ''}`.trim())}\n${manText(brief)}.`,
    ).join('\n'),
    options: OPTIONS.map(manOption).join('\n'),
    ...Object.fromEntries(codes),
  });
}

/** Returns the text of a file beside, with values in the place of their names in braces. */
export const filled = (file: string, values: Readonly<Record<string, string | number>>): string =>
  readFileSync(new URL(`files/${file}`, import.meta.url), 'utf8').replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    String(values[name]),
  );
