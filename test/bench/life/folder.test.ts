import { expect, it } from 'vitest';
import { CLAIM_LINES, unfinishedClaims } from '../../../bench/life/folder.ts';

const { life, claim, over } = CLAIM_LINES;
const text = (...lines: string[]) => lines.map((line) => `${line}\n`).join('');

it('takes as unfinished claims those after which a life said nothing more', () => {
  expect(
    unfinishedClaims(text(life, claim(1), over, claim(2), claim(3), life, claim(4), over, life, claim(5))),
  ).toEqual(new Set([3, 5]));
  expect(unfinishedClaims('')).toEqual(new Set());
  expect(unfinishedClaims(text(life, life, claim(6), over, life))).toEqual(new Set());
});
