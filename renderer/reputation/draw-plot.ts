import uPlot from 'uplot';
import type { ReputationSeries } from '../../common/contract/contract.ts';
import { DAY_MS } from '../../common/durations.ts';
import type { Locale } from '../../common/i18n/locale.ts';

/** Sizes at a zoom of 1. The page can be zoomed, and a canvas is drawn at its real size. */
const HEIGHT_PX = 240;
const FONT_SIZE_PX = 12;
const MIN_WIDTH_PX = 120;
/** About how wide a digit is, as a share of the size of the font. */
const DIGIT_WIDTH = 0.62;
/** Up to this many points each is marked with a dot. */
const MAX_POINTS_WITH_DOTS = 31;

const DAY_S = 86_400;
/** Steps between the dates of the axis, in days: days, weeks, months and years. */
const DATE_STEPS_DAYS = [1, 2, 5, 7, 14, 30.5, 61, 91.25, 182.5, 365.25, 730.5, 1461, 3652.5];
const VALUE_STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 1e4, 2e4, 5e4, 1e5, 2e5, 5e5, 1e6];
/** Dates that are at least this far apart are told as years, or as months. */
const YEARS_FROM_MS = 360 * DAY_MS;
const MONTHS_FROM_MS = 28 * DAY_MS;

/** How far the values reach, with some room, in whole points. A line that never moves lies in the middle. */
export function valueRange(low: number, high: number): [number, number] {
  const room = Math.max(2, Math.ceil((high - low) * 0.08));
  return [Math.floor(low) - room, Math.ceil(high) + room];
}

const zoomOf = (): number => Number(getComputedStyle(document.documentElement).getPropertyValue('--zoom')) || 1;

/** How large the drawing is to be in an element, in pixels. */
export const plotSize = (element: HTMLElement): { width: number; height: number } => ({
  width: Math.max(MIN_WIDTH_PX, Math.floor(element.getBoundingClientRect().width)),
  height: Math.round(HEIGHT_PX * zoomOf()),
});

/** Writes the dates of the axis, by how far they are apart. */
function dateWords(tag: string): (seconds: number, apartMs: number) => string {
  const day = new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'short' });
  const month = new Intl.DateTimeFormat(tag, { month: 'short', year: 'numeric' });
  const year = new Intl.DateTimeFormat(tag, { year: 'numeric' });
  return (seconds, apartMs) =>
    (apartMs >= YEARS_FROM_MS ? year : apartMs >= MONTHS_FROM_MS ? month : day).format(seconds * 1000);
}

/** Colours are read where the page's style sheets have them, anew with each drawing: themes change. */
const colour = (element: HTMLElement, name: string) => () =>
  getComputedStyle(element.querySelector(`.plot--${name}`) ?? element).color;

/** The axes: dates below, values beside. */
function axes(element: HTMLElement, { tag, number }: Pick<Locale, 'tag' | 'number'>, zoom: number): uPlot.Axis[] {
  const write = dateWords(tag);
  const common: uPlot.Axis = {
    stroke: colour(element, 'text'),
    font: `${FONT_SIZE_PX * zoom}px ${getComputedStyle(element).fontFamily}`,
    grid: { stroke: colour(element, 'grid'), width: 1 },
    ticks: { show: false },
  };
  return [
    {
      ...common,
      space: 70 * zoom,
      incrs: DATE_STEPS_DAYS.map((days) => days * DAY_S),
      values: (_plot, splits, _axis, _space, apart) => splits.map((split) => write(split, apart * 1000)),
      size: 28 * zoom,
    },
    {
      ...common,
      space: 32 * zoom,
      incrs: VALUE_STEPS,
      values: (_plot, splits) => splits.map((split) => number(split)),
      size: (_plot, values) =>
        14 * zoom + Math.max(...(values ?? ['0']).map(({ length }) => length)) * FONT_SIZE_PX * zoom * DIGIT_WIDTH,
    },
  ];
}

/** Draws a curve into an element. `onPoint` tells which point the pointer is over, or that it is over none any more. */
export function drawPlot(
  element: HTMLElement,
  series: ReputationSeries,
  locale: Pick<Locale, 'tag' | 'number'>,
  onPoint: (at: number | undefined) => void,
): uPlot {
  const zoom = zoomOf();
  const line = colour(element, 'line');
  const options: uPlot.Options = {
    ...plotSize(element),
    padding: [8 * zoom, 22 * zoom, 0, 0],
    legend: { show: false },
    cursor: {
      y: false,
      drag: { x: false, y: false, setScale: false },
      points: { size: 9 * zoom, width: 2, stroke: line, fill: line },
    },
    scales: { x: { time: true }, y: { range: (_plot, low, high) => valueRange(low ?? 0, high ?? 0) } },
    axes: axes(element, locale, zoom),
    series: [
      {},
      {
        stroke: line,
        fill: colour(element, 'area'),
        width: 2 * zoom,
        points: { show: series.begins.length <= MAX_POINTS_WITH_DOTS, size: 6 * zoom, fill: line },
      },
    ],
    hooks: { setCursor: [({ cursor }) => onPoint(cursor.idx ?? undefined)] },
  };
  return new uPlot(options, [series.begins.map((begins) => begins.getTime() / 1000), series.values], element);
}
