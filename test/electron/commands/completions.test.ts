import { execFile, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { completion } from '../../../electron/commands/completions.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { missing } from '../desktop/headless/private-bus.ts';

/** What is typed, and what must be among what is offered, and not. */
const TYPED: [typed: string, offered: string[], not: string[]][] = [
  ['askbell s', ['status', 'search', 'snooze', 'sync', 'schema'], ['inbox']],
  ['askbell --de', ['--demo', '--demo-speed'], ['--waybar']],
  ['askbell status --', ['--json', '--waybar', '--data-dir'], ['--demo', '--all']],
  ['askbell inbox --state ', ['saved', 'done'], ['list']],
  ['askbell watch ', ['list', 'add', 'preview', 'remove'], ['status']],
  ['askbell watch add --', ['--site', '--bounty'], ['--after']],
  ['askbell watch add --alert ', ['sound', 'list'], ['preview']],
  ['askbell completion ', ['bash', 'zsh', 'fish'], ['status']],
  ['askbell snooze ', ['30-minutes', 'tomorrow'], ['status']],
];

/** Programs that print what a shell offers for a line, with its completion in a file. */
const SHELLS: Record<string, (file: string, typed: string) => string[]> = {
  bash: (file, typed) => {
    const words = typed.split(' ');
    const line = words.map((word) => `'${word}'`).join(' ');
    const program = `source ${file}; COMP_WORDS=(${line}); COMP_CWORD=${words.length - 1}; _askbell`;
    return ['--norc', '-c', `${program}; printf '%s\\n' "\${COMPREPLY[@]}"`];
  },
  fish: (file, typed) => ['--no-config', '-c', `source ${file}; complete -C '${typed}'`],
};

describe.each(['bash', 'fish'])('the completion of %s', (shell) => {
  it.skipIf(missing(shell)).each(TYPED)('offers for "%s"', (typed, offered, not) => {
    const file = join(temporaryFolder(), 'completion');
    writeFileSync(file, completion(shell));
    const { stdout, stderr } = spawnSync(shell, SHELLS[shell]!(file, typed), { encoding: 'utf8' });
    const words = stdout.split('\n').map((line) => line.split('\t')[0]);
    expect(stderr).toBe('');
    expect(words).toEqual(expect.arrayContaining(offered));
    for (const word of not) expect(words).not.toContain(word);
  });
});

it.skipIf(missing('zsh'))('the completion of zsh offers the same', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, '_askbell'), completion('zsh'));
  const setUp = `fpath=(${folder} $fpath); autoload -Uz compinit; compinit -u -d ${folder}/dump`;
  // It reads all of its functions once, and then what it kept of them.
  spawnSync('zsh', ['-f', '-c', setUp]);
  // Zsh completes only where somebody types, so it gets a terminal of its own, and Tab twice for the list.
  const script = `zmodload zsh/zpty; zpty z zsh -f -i
    zpty -w z "PS1=; ${setUp.replace('$', '\\$')}; unsetopt beep"
    zpty -w z "LISTMAX=1000; zstyle ':completion:*' list-prompt ''; echo re''ady"
    zpty -r z out '*ready*'; zpty -n -w z "$1"$'\\t\\t'
    for i in {1..15}; do sleep 0.1; zpty -r -t z more && print -r -- $more; done; true`;
  const offers = async ([typed, offered, not]: (typeof TYPED)[number]) => {
    const { stdout } = await promisify(execFile)('zsh', ['-f', '-c', script, 'zsh', typed]);
    for (const word of offered) expect([typed, stdout]).toEqual([typed, expect.stringContaining(word)]);
    for (const word of not) expect(stdout).not.toMatch(new RegExp(`^${word} `, 'm'));
  };
  await Promise.all(TYPED.map(offers));
});
