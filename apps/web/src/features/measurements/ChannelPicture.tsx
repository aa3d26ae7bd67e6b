import 'uplot/dist/uPlot.min.css';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { measurements } from '@telltale/contract';
import { formatBriefly } from '@telltale/domain';
import { formatDateTimeExact } from '@telltale/domain/format/time.ts';
import { useEffect, useMemo, useRef } from 'react';
import uPlot from 'uplot';
import { messageOf } from '#api/api-error.ts';
import { Pending } from '#pages/Pending.tsx';
import { useOwnZone } from '#pages/use-own-zone.ts';
import { usePalette } from '#theme/use-palette.ts';
import { useElementSize } from '#tile-kit/frame/use-element-size.ts';
import { ErrorState } from '#ui/feedback/ErrorState.tsx';
import { asWideAsWords, plotAxis } from '#ui/plot/plot-axes.ts';
import { extentOf } from './extent.ts';
import { type ChannelOfFile, plotQuery } from './measurement-queries.ts';
import classes from './measurements.module.css';
import { pointsOf, stepOf, type ViewRange, valuesIn } from './view-range.ts';

const LINE_PX = 1.25;
const UNREAD = 'The values could not be read.';

interface ChannelPictureProps {
  of: ChannelOfFile;
  channel: measurements.Channel;
  /** Its place among those drawn, for its colour. */
  place: number;
  range: ViewRange;
  onRange: (range: ViewRange) => void;
}

/** One channel as a line that loses no peak; dragging across it looks nearer. */
export function ChannelPicture({ of, channel, place, range, onRange }: ChannelPictureProps) {
  const { series, text, textDim, border } = usePalette();
  const colour = series[place % series.length] ?? text;
  const zone = useOwnZone();
  const element = useRef<HTMLDivElement>(null);
  const size = useElementSize(element);
  const [width, height] = [size?.width ?? 0, size?.height ?? 0];
  const { first, end } = valuesIn(range, channel);
  const buckets = Math.max(1, Math.min(1_200, width));
  const query = useQuery({
    ...plotQuery(of, { first, end, buckets }),
    enabled: width > 0 && first < end,
    placeholderData: keepPreviousData,
  });
  const { data } = query;
  const step = stepOf(channel);
  const points = useMemo(() => (data === undefined ? undefined : pointsOf(data, step)), [data, step]);
  const latest = useRef(onRange);
  latest.current = onRange;

  useEffect(() => {
    if (element.current === null || points === undefined || width === 0 || height === 0) return;
    const axis = plotAxis({ textDim, border });
    const plot = new uPlot(
      {
        width,
        height,
        legend: { show: false },
        cursor: { y: false, drag: { x: true, y: false, setScale: false } },
        scales: { x: { time: false, range: [range.from, range.to] } },
        axes: [axis, { ...axis, size: asWideAsWords }],
        hooks: {
          setSelect: [
            ({ select, posToVal }) => {
              if (select.width > 4) {
                latest.current({ from: posToVal(select.left, 'x'), to: posToVal(select.left + select.width, 'x') });
              }
            },
          ],
        },
        series: [{}, { stroke: colour, width: LINE_PX, points: { show: points[0].length <= 100, size: 5 } }],
      },
      points,
      element.current,
    );
    return () => plot.destroy();
  }, [points, width, height, range, colour, textDim, border]);

  const unit = channel.unit === '' ? '' : ` (${channel.unit})`;
  const start = channel.waveform?.start;
  const across = channel.waveform === null ? 'over its values' : 'over seconds';
  const unread = query.isPlaceholderData ? 0 : (data?.unread ?? 0);
  // From far away a channel is read from its beginning on, from near what is looked at.
  const whole = Math.max(end - first, unread);
  const read = unread > 0 ? `, ${Math.floor((100 * (whole - unread)) / whole)} % read` : '';
  const since = start == null ? '' : `, from ${formatDateTimeExact(Date.parse(start), zone)}`;
  return (
    <figure className={classes.picture}>
      <figcaption>
        <span className={classes.swatch} style={{ background: colour }} aria-hidden />
        {channel.name}
        {unit} <span className={classes.dim}>{`${across}${since}${extentText(data)}${read}`}</span>
      </figcaption>
      <div
        ref={element}
        className={classes.plot}
        data-stale={query.isPlaceholderData}
        role="img"
        aria-label={`${channel.name}${unit} ${across}${extentText(data)}`}
      />
      {first < end ? (
        <>
          <Pending query={query} label={`Reading ${channel.name}`} failure={UNREAD} rows={1} />
          {data !== undefined && query.error !== null ? (
            <ErrorState title={UNREAD} message={messageOf(query.error)} onRetry={() => void query.refetch()} />
          ) : null}
        </>
      ) : (
        <p className={classes.dim}>The channel has no values here.</p>
      )}
    </figure>
  );
}

function extentText(plot: measurements.ChannelPlot | undefined): string {
  const extent = plot && extentOf(plot);
  return extent === undefined ? '' : `, ${formatBriefly(extent.min)} to ${formatBriefly(extent.max)}`;
}
