import { useMemo, type PointerEvent } from 'react';
import type { ReputationSeries } from '../../../common/contract/contract.ts';
import { useLocale } from '../../appearance/language.tsx';
import { dateFormat, datesTold, leftOf, pathOf, scaleOf, topOf } from './scale.ts';

/** A curve stretched to its box; its lines keep their width. */
function Curve({ values, hasArea }: { values: readonly number[]; hasArea: boolean }) {
  const path = useMemo(() => pathOf(values, scaleOf(values)), [values]);
  return (
    <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      {hasArea && <path className="plot--area" d={`${path}V100H0Z`} />}
      <path className="plot--line" d={path} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}

/** A curve as small as a word; its place is kept until it is known. */
export function Spark({ values }: { values: readonly number[] | undefined }) {
  return <span className="spark">{values && <Curve values={values} hasArea={false} />}</span>;
}

interface Props {
  series: ReputationSeries;
  /** The point that is marked. */
  at: number;
  /** The pointer is over a point, or over none any more. */
  onPoint: (at: number | undefined) => void;
}

/** The drawing alone: what it shows is said and listed beside it. */
export function Plot({ series: { begins, values }, at, onPoint }: Props) {
  const { tag, number } = useLocale();
  const scale = useMemo(() => scaleOf(values), [values]);
  const format = dateFormat(tag, begins);
  const points = values.length;
  const onPointerMove = ({ currentTarget, clientX }: PointerEvent) => {
    const box = currentTarget.getBoundingClientRect();
    const share = Math.min(1, Math.max(0, (clientX - box.left) / box.width));
    onPoint(Math.round(share * (points - 1)));
  };
  return (
    <div className="plot" aria-hidden="true">
      <div className="plot--box" onPointerMove={onPointerMove} onPointerLeave={() => onPoint(undefined)}>
        {scale.lines.map((value) => (
          <div key={value} className="plot--value" style={{ top: `${topOf(value, scale)}%` }}>
            <span>{number(value)}</span>
          </div>
        ))}
        <Curve values={values} hasArea />
        <div
          className="plot--dot"
          style={{ left: `${leftOf(at, points)}%`, top: `${topOf(values[at] ?? scale.low, scale)}%` }}
        />
      </div>
      <div className="plot--dates">
        {datesTold(points).map((told) => (
          <span key={told} style={{ left: `${leftOf(told, points)}%` }}>
            {format.format(begins[told])}
          </span>
        ))}
      </div>
    </div>
  );
}
