import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { ReputationSeries } from '../../common/contract/contract.ts';
import { useSpeech } from '../appearance/language.tsx';

/** At a size of 1; the page can be zoomed, and a canvas is drawn at its real size. */
const HEIGHT_PX = 240;
const FONT_SIZE_PX = 12;

const DAY_MS = 24 * 3600_000;

/** How far the values reach, with some room, in whole points. A line that never moves lies in the middle. */
export function valueRange(low: number, high: number): [number, number] {
  const room = Math.max(2, Math.ceil((high - low) * 0.08));
  return [Math.floor(low) - room, Math.ceil(high) + room];
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
  const told = useRef(onPoint);
  useEffect(() => {
    told.current = onPoint;
  });
  const { locale, number } = useSpeech();

  useEffect(() => {
    const element = host.current;
    if (!element) return undefined;
    const zoom = Number(getComputedStyle(document.documentElement).getPropertyValue('--zoom')) || 1;
    // Colours are read where the page's style sheets have them, anew with each drawing: themes change.
    const ink = (name: string) => () => getComputedStyle(element.querySelector(`.plot--${name}`) ?? element).color;
    const font = `${FONT_SIZE_PX * zoom}px ${getComputedStyle(element).fontFamily}`;
    const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' });
    const month = new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric' });
    const year = new Intl.DateTimeFormat(locale, { year: 'numeric' });
    const tickWords = (seconds: number, apart: number) =>
      (apart >= 360 * DAY_MS ? year : apart >= 28 * DAY_MS ? month : day).format(seconds * 1000);
    const size = () => ({
      width: Math.max(120, Math.floor(element.getBoundingClientRect().width)),
      height: Math.round(HEIGHT_PX * zoom),
    });
    const common = { stroke: ink('text'), font, grid: { stroke: ink('grid'), width: 1 }, ticks: { show: false } };
    const drawn = new uPlot(
      {
        ...size(),
        padding: [8 * zoom, 22 * zoom, 0, 0],
        legend: { show: false },
        cursor: {
          y: false,
          drag: { x: false, y: false, setScale: false },
          points: { size: 9 * zoom, width: 2, stroke: ink('line'), fill: ink('line') },
        },
        scales: { x: { time: true }, y: { range: (_plot, low, high) => valueRange(low ?? 0, high ?? 0) } },
        axes: [
          {
            ...common,
            space: 70 * zoom,
            incrs: [1, 2, 5, 7, 14, 30.5, 61, 91.25, 182.5, 365.25, 730.5, 1461, 3652.5].map((days) => days * 86_400),
            values: (_plot, splits, _axis, _space, apart) => splits.map((split) => tickWords(split, apart * 1000)),
            size: 28 * zoom,
          },
          {
            ...common,
            space: 32 * zoom,
            incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 1e4, 2e4, 5e4, 1e5, 2e5, 5e5, 1e6],
            values: (_plot, splits) => splits.map((split) => number(split)),
            size: (_plot, values) =>
              14 * zoom + Math.max(...(values ?? ['0']).map((value) => value.length)) * FONT_SIZE_PX * zoom * 0.62,
          },
        ],
        series: [
          {},
          {
            stroke: ink('line'),
            fill: ink('area'),
            width: 2 * zoom,
            points: { show: series.begins.length <= 31, size: 6 * zoom, fill: ink('line') },
          },
        ],
        hooks: { setCursor: [({ cursor }) => told.current(cursor.idx ?? undefined)] },
      },
      [series.begins.map((begins) => begins.getTime() / 1000), series.values],
      element,
    );
    plot.current = drawn;
    const resized = new ResizeObserver(() => drawn.setSize(size()));
    resized.observe(element);
    const redraw = () => drawn.redraw(false);
    const themes = new MutationObserver(redraw);
    for (const root of [document.body, document.documentElement])
      themes.observe(root, { attributeFilter: ['class', 'style'] });
    const preferences = ['(prefers-color-scheme: dark)', '(prefers-contrast: more)', '(forced-colors: active)'].map(
      (query) => matchMedia(query),
    );
    for (const preference of preferences) preference.addEventListener('change', redraw);
    return () => {
      for (const preference of preferences) preference.removeEventListener('change', redraw);
      themes.disconnect();
      resized.disconnect();
      drawn.destroy();
      plot.current = undefined;
    };
  }, [series, locale, number]);

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
