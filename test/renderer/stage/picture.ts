import { createHash } from 'node:crypto';
import type { Locator } from '@playwright/test';
import { settled } from './settled.ts';

/** How wide a stretch at the edge of an element is, which holds marks and no letters; in px. */
const EDGE_PX = 5;
/** Where the dot of an unread row stands, from its left and in the middle of its height; in px. */
const DOT = { right: 14, height: 8 };
/** What marks the focus may stand around an element; in px. */
const RING_PX = 12;

/** What is seen of an element, or of a stretch at one of its edges. Two are equal where nobody can tell them apart. */
export async function picture(of: Locator, edge?: 'left' | 'dot' | 'right' | 'around' | 'but left'): Promise<string> {
  const page = of.page();
  await settled(page);
  const box = await of.boundingBox();
  if (!box) throw new Error('It is not in the page.');
  const { x, y, width, height } = box;
  const clip = {
    left: { x, y: y + height / 3, width: EDGE_PX, height: EDGE_PX },
    right: { x: x + width - EDGE_PX, y: y + height / 3, width: EDGE_PX, height: EDGE_PX },
    around: { x: x - RING_PX, y: y - RING_PX, width: width + 2 * RING_PX, height: height + 2 * RING_PX },
    // All around it, apart from what is to its left.
    'but left': { x, y: y - RING_PX, width: width + RING_PX, height: height + 2 * RING_PX },
    dot: { x, y: y + (height - DOT.height) / 2, width: DOT.right, height: DOT.height },
    none: box,
  }[edge ?? 'none'];
  return createHash('sha256')
    .update(await page.screenshot({ clip }))
    .digest('hex');
}
