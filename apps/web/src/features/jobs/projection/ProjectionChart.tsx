import type { ProjectionSeries } from '@telltale/domain/field/projection.ts';
import { useEffect, useRef } from 'react';
import { useElementSize } from '#tile-kit/frame/use-element-size.ts';
import { usePalette } from '#tile-kit/portal/use-palette.ts';
import { drawProjection } from './draw-projection.ts';
import classes from './projection.module.css';

/** What a projection says, series by series, over the depth. */
export function ProjectionChart({ series }: { series: readonly ProjectionSeries[] }) {
  return (
    <div className={classes.charts}>
      {series.map((one, index) => (
        <SeriesChart key={one.label} series={one} index={index} />
      ))}
    </div>
  );
}

function SeriesChart({ series, index }: { series: ProjectionSeries; index: number }) {
  const { series: colours, text, textDim, border } = usePalette();
  const place = useRef<HTMLDivElement>(null);
  const size = useElementSize(place);
  const [width, height] = [size?.width ?? 0, size?.height ?? 0];
  const colour = colours[index % colours.length] ?? text;
  useEffect(() => {
    if (place.current === null || width === 0) return;
    const plot = drawProjection(place.current, series.pairs, { width, height, colour, dim: textDim, line: border });
    return () => plot.destroy();
  }, [series, width, height, colour, textDim, border]);
  const values = series.pairs.map(([, value]) => value);
  const low = values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const high = values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  const range = `${low.toLocaleString('en-US')} to ${high.toLocaleString('en-US')}`;
  return (
    <figure className={classes.chart}>
      <figcaption>{`${series.label}: ${range}`}</figcaption>
      <div ref={place} className={classes.plot} role="img" aria-label={`${series.label} over the depth, ${range}`} />
    </figure>
  );
}
