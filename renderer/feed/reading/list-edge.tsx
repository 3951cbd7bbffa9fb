import { useEffectEvent, useLayoutEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { useWords } from '../../appearance/language.tsx';

/** Key under which the width of the list is stored, in px at a zoom of 1. */
const STORAGE_KEY = 'askbell.list-width';

const MIN_PX = 320;
/** Room that is left to what is read. */
const READING_PX = 360;
const STEP_PX = 16;

/** Edge between the list and what is read, which is dragged or moved by arrow keys; a double click puts it back. */
export function ListEdge() {
  const words = useWords();
  const edge = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState({ now: MIN_PX, most: MIN_PX });
  const show = (wanted: string) => {
    document.documentElement.style.setProperty('--w-list', wanted);
    const list = edge.current!.parentElement!;
    setWidth({ now: list.offsetWidth, most: list.parentElement!.offsetWidth - READING_PX });
  };
  const resize = (px: number | undefined) => {
    const most = edge.current!.parentElement!.parentElement!.offsetWidth - READING_PX;
    const wanted = px === undefined ? '' : `${Math.round(Math.max(MIN_PX, Math.min(px, most)))}px`;
    localStorage.setItem(STORAGE_KEY, wanted);
    show(wanted);
  };
  // The style sheet narrows it where the window is too narrow for it, and only as long.
  const restore = useEffectEvent(() => show(localStorage.getItem(STORAGE_KEY) ?? ''));
  useLayoutEffect(() => restore(), []);
  const onKeyDown = (event: KeyboardEvent) => {
    const { now, most } = width;
    const to = { ArrowLeft: now - STEP_PX, ArrowRight: now + STEP_PX, Home: MIN_PX, End: most }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    resize(to);
  };
  const onPointerMove = ({ currentTarget, pointerId, clientX }: PointerEvent) => {
    if (!currentTarget.hasPointerCapture(pointerId)) return;
    const list = currentTarget.parentElement!;
    const { left, width: drawn } = list.getBoundingClientRect();
    // Drawn larger with the zoom of the page.
    resize(((clientX - left) * list.offsetWidth) / drawn);
  };
  return (
    // A separator that can be moved is a control.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={edge}
      className="feed--edge"
      role="separator"
      aria-orientation="vertical"
      aria-label={words('inbox.listWidth')}
      aria-valuenow={width.now}
      aria-valuemin={MIN_PX}
      aria-valuemax={width.most}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      onKeyDown={onKeyDown}
      onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
      onPointerMove={onPointerMove}
      onDoubleClick={() => resize(undefined)}
    />
  );
}
