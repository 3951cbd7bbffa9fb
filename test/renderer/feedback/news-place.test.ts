import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newsPlace } from '../../../renderer/feedback/news-place.ts';

/** News of 560 × 60 px at the foot of a window of 1000 × 720 px. */
const NEWS = { left: 220, right: 780, top: 590, bottom: 650 };
const TOP = { left: 220, right: 780, top: 12, bottom: 72 };
const button = (left: number, top: number) => ({ left, right: left + 80, top, bottom: top + 30 });

describe('the place of news', () => {
  it.each<[string, Parameters<typeof newsPlace>[1], ReturnType<typeof newsPlace>]>([
    ['at the foot where nothing is in the way', [button(400, 300)], 'below'],
    ['at the foot beside a button', [button(100, 600), button(780, 600)], 'below'],
    ['at the head above a form’s last button', [button(400, 600)], 'above'],
    ['nowhere where both would cover something', [button(400, 600), button(700, 50)], 'nowhere'],
  ])('is %s', (_where, others, place) => {
    expect(newsPlace(NEWS, others)).toBe(place);
  });

  it('covers nothing that somebody fills in', () => {
    const box = fc.record({ left: fc.nat(900), top: fc.nat(690), width: fc.nat(300), height: fc.nat(90) });
    const boxes = fc
      .array(box, { maxLength: 6 })
      .map((all) =>
        all.map(({ left, top, width, height }) => ({ left, top, right: left + width, bottom: top + height })),
      );
    const covers = (news: typeof NEWS, { left, right, top, bottom }: typeof NEWS) =>
      news.left < right && left < news.right && news.top < bottom && top < news.bottom;
    fc.assert(
      fc.property(boxes, (others) => {
        const place = newsPlace(NEWS, others);
        const isFree = {
          below: !others.some((one) => covers(NEWS, one)),
          above: !others.some((one) => covers(TOP, one)),
        };
        expect(place).toBe(isFree.below ? 'below' : isFree.above ? 'above' : 'nowhere');
      }),
    );
  });
});
