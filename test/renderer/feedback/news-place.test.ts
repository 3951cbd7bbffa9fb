import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placeInFrame, placeOver, type Frame, type NewsPlace } from '../../../renderer/feedback/news-place.ts';

const frame: Frame = {
  stays: true,
  hasSidebar: false,
  isSidebarFull: false,
  canMakeRoom: false,
  isFootUsed: false,
};

describe('the place of news in the frame', () => {
  it.each<[where: string, frame: Partial<Frame>, before: NewsPlace, place: NewsPlace | undefined]>([
    ['in the sidebar', { hasSidebar: true, canMakeRoom: true }, 'nowhere', 'side'],
    ['in a line where the sidebar is full', { hasSidebar: true, isSidebarFull: true }, 'side', 'line'],
    ['in a line from then on', { hasSidebar: true }, 'line', 'line'],
    ['above the status line, where the list makes room', { canMakeRoom: true }, 'nowhere', 'dock'],
    ['in a line where that would be under the pointer', { canMakeRoom: true, isFootUsed: true }, 'nowhere', 'line'],
    ['still there for whoever points at it', { canMakeRoom: true, isFootUsed: true }, 'dock', 'dock'],
    ['in a line where the page scrolls', {}, 'nowhere', 'line'],
    ['in a line in a view that is opened meanwhile', {}, 'dock', 'line'],
    ['above the status line once the window is narrow', { canMakeRoom: true }, 'side', 'dock'],
    ['not in the frame that scrolls away', { stays: false, hasSidebar: true }, 'line', undefined],
  ])('is %s', (_where, part, before, place) => {
    expect(placeInFrame({ ...frame, ...part }, before)).toBe(place);
  });
});

describe('the place of news over the view', () => {
  /** News of 560 × 60 px at the foot of a window of 1000 × 720 px. */
  const NEWS = { left: 220, right: 780, top: 590, bottom: 650 };
  const button = (left: number, top: number) => ({ left, right: left + 80, top, bottom: top + 30 });

  it.each<[string, Parameters<typeof placeOver>[1], ReturnType<typeof placeOver>]>([
    ['at the foot where nothing is in the way', [button(400, 300)], 'over'],
    ['at the foot beside a button', [button(100, 600), button(780, 600)], 'over'],
    ['nowhere where it would cover something', [button(100, 600), button(400, 600)], 'nowhere'],
  ])('is %s', (_where, others, place) => {
    expect(placeOver(NEWS, others)).toBe(place);
  });

  it('covers nothing that somebody uses', () => {
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
});
