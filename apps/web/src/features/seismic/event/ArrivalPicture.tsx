import 'uplot/dist/uPlot.min.css';
import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import { offerWhy, type WhyRequest } from '#actions/why.ts';
import { usePalette } from '#theme/use-palette.ts';
import { useElementSize } from '#tile-kit/frame/use-element-size.ts';
import { asWideAsWords, plotAxis } from '#ui/plot/plot-axes.ts';
import { type Arrival, pointNear } from './arrivals.ts';
import classes from './event.module.css';

const BAND_OPACITY = 0.22;

interface ArrivalPictureProps {
  title: string;
  /** Times in seconds after the event. */
  points: { readonly times: number[]; readonly values: (number | null)[] };
  from: number;
  to: number;
  p: Arrival | undefined;
  s: Arrival | undefined;
  /** Where a point comes from, by its index; without one, all of them. The same function while the points are the same. */
  whyOfPoint: (index: number | undefined) => WhyRequest;
}

/** A low picture: a line of words below it, and a few values beside it. */
const [SECONDS_PX, BETWEEN_VALUES_PX] = [26, 22];

/** A recording as a line, over the bands in which P and S are expected. */
export function ArrivalPicture({ title, points, from, to, p, s, whyOfPoint }: ArrivalPictureProps) {
  const { series, text, textDim, border } = usePalette();
  const [line = text, ofP = text, ofS = text] = series;
  const element = useRef<HTMLDivElement>(null);
  const size = useElementSize(element);
  const [width, height] = [size?.width ?? 0, size?.height ?? 0];

  useEffect(() => {
    if (element.current === null || width === 0 || height === 0) return;
    const axis = plotAxis({ textDim, border });
    const plot = new uPlot(
      {
        width,
        height,
        legend: { show: false },
        cursor: { show: false },
        scales: { x: { time: false, range: [from, to] } },
        axes: [
          { ...axis, size: SECONDS_PX },
          { ...axis, size: asWideAsWords, space: BETWEEN_VALUES_PX },
        ],
        hooks: {
          drawAxes: [
            (drawn) => {
              drawBand(drawn, 'P', p, ofP);
              drawBand(drawn, 'S', s, ofS);
            },
          ],
        },
        series: [{}, { stroke: line, width: 1.25, points: { show: points.values.length <= 60, size: 4 } }],
      },
      [points.times, points.values],
      element.current,
    );
    const endOffer = offerWhy(element.current, ({ target, clientX }) => {
      // The context key has the picture itself as its target, and points nowhere.
      if (target === element.current) return whyOfPoint(undefined);
      const seconds = plot.posToVal(clientX - plot.over.getBoundingClientRect().left, 'x');
      return whyOfPoint(pointNear(points, seconds));
    });
    return () => {
      endOffer();
      plot.destroy();
    };
  }, [points, width, height, from, to, p, s, whyOfPoint, line, ofP, ofS, textDim, border]);

  const expected = [say('P', p), say('S', s)].filter((words) => words !== '').join(', ');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the context key asks where its values come from
    <div ref={element} className={classes.picture} role="img" tabIndex={0} aria-label={`${title}: ${expected}`} />
  );
}

const say = (phase: string, arrival: Arrival | undefined): string =>
  arrival === undefined ? '' : `${phase} expected ${arrival.seconds.toFixed(1)} s after the event`;

/** Below the line, with its letter at the top. */
function drawBand(plot: uPlot, phase: string, arrival: Arrival | undefined, colour: string): void {
  if (arrival === undefined) return;
  const { ctx, bbox } = plot;
  const left = plot.valToPos(arrival.seconds - arrival.give, 'x', true);
  const right = plot.valToPos(arrival.seconds + arrival.give, 'x', true);
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  ctx.fillStyle = colour;
  ctx.globalAlpha = BAND_OPACITY;
  ctx.fillRect(left, bbox.top, right - left, bbox.height);
  ctx.globalAlpha = 1;
  const center = plot.valToPos(arrival.seconds, 'x', true);
  ctx.fillRect(center - uPlot.pxRatio / 2, bbox.top, uPlot.pxRatio, bbox.height);
  ctx.font = `600 ${11 * uPlot.pxRatio}px 'Inter Variable', system-ui, sans-serif`;
  ctx.textBaseline = 'top';
  ctx.fillText(phase, center + 4 * uPlot.pxRatio, bbox.top + 3 * uPlot.pxRatio);
  ctx.restore();
}
