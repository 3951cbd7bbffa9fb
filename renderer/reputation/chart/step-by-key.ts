/** Where the arrow keys lead from a point; undefined for other keys. */
export function stepByKey(key: string, at: number, points: number): number | undefined {
  const far = Math.max(2, Math.round(points / 10));
  const steps: Record<string, number> = {
    ArrowLeft: at - 1,
    ArrowRight: at + 1,
    PageUp: at - far,
    PageDown: at + far,
    Home: 0,
    End: points - 1,
  };
  const wanted = Object.hasOwn(steps, key) ? steps[key] : undefined;
  return wanted === undefined ? undefined : Math.min(points - 1, Math.max(0, wanted));
}
