import fc from 'fast-check';
import { expect, it } from 'vitest';
import { placeOver } from '../../../renderer/feedback/news-place.ts';

/** News of 560 × 60 px at the foot of a window of 1000 × 720 px. */
const NEWS = { left: 220, right: 780, top: 590, bottom: 650 };

it('the place of news over the view covers nothing that somebody uses', () => {
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
      const isFree = !others.some((one) => covers(NEWS, one));
      expect(placeOver(NEWS, others)).toBe(isFree ? 'over' : 'nowhere');
    }),
  );
});
