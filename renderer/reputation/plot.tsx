import { useEffect, useRef } from 'react';
import type uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { ReputationSeries } from '../../common/contract/contract.ts';
import { useLocale } from '../appearance/language.tsx';
import { drawPlot, plotSize } from './draw-plot.ts';

/** What the system can prefer that changes the colours. */
const COLOUR_PREFERENCES = ['(prefers-color-scheme: dark)', '(prefers-contrast: more)', '(forced-colors: active)'];

/** Keeps a drawing as wide as its element and in the colours of the page; gives what ends that. */
function follow(drawn: uPlot, element: HTMLElement): () => void {
  const resized = new ResizeObserver(() => drawn.setSize(plotSize(element)));
  resized.observe(element);
  const redraw = () => drawn.redraw(false);
  const themes = new MutationObserver(redraw);
  for (const root of [document.body, document.documentElement])
    themes.observe(root, { attributeFilter: ['class', 'style'] });
  const preferences = COLOUR_PREFERENCES.map((query) => matchMedia(query));
  for (const preference of preferences) preference.addEventListener('change', redraw);
  return () => {
    for (const preference of preferences) preference.removeEventListener('change', redraw);
    themes.disconnect();
    resized.disconnect();
  };
}

interface Props {
  series: ReputationSeries;
  /** Where the cursor is to stand; undefined leaves it to the pointer. */
  at: number | undefined;
  /** The pointer is over a point, or over none any more. */
  onPoint: (at: number | undefined) => void;
}

/** The drawing alone: what it shows is said and listed beside it. */
export default function Plot({ series, at, onPoint }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(undefined);
  const latest = useRef(onPoint);
  useEffect(() => {
    latest.current = onPoint;
  });
  const { tag, number } = useLocale();

  useEffect(() => {
    const element = host.current;
    if (!element) return undefined;
    const drawn = drawPlot(element, series, { tag, number }, (point) => latest.current(point));
    plot.current = drawn;
    const stopFollowing = follow(drawn, element);
    return () => {
      stopFollowing();
      drawn.destroy();
      plot.current = undefined;
    };
  }, [series, tag, number]);

  useEffect(() => {
    const drawn = plot.current;
    const begins = at === undefined ? undefined : series.begins[at];
    if (!drawn || begins === undefined) return;
    drawn.setCursor({ left: drawn.valToPos(begins.getTime() / 1000, 'x'), top: 0 }, false);
  }, [at, series]);

  return (
    <div className="plot" ref={host} aria-hidden="true">
      {(['line', 'area', 'grid', 'text'] as const).map((name) => (
        <i key={name} className={`plot--${name}`} />
      ))}
    </div>
  );
}
