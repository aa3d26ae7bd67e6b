import 'uplot/dist/uPlot.min.css';
import { formatDateTimeExact, zoneName } from '@telltale/domain/format/time.ts';
import { useEffect, useMemo, useRef } from 'react';
import uPlot from 'uplot';
import { useOwnZone } from '#pages/use-own-zone.ts';
import type { QueryResult } from '#sqlite/messages.ts';
import { usePalette } from '#theme/use-palette.ts';
import { useElementSize } from '#tile-kit/frame/use-element-size.ts';
import { asWideAsWords, plotAxis } from '#ui/plot/plot-axes.ts';
import { uniqueNames } from '#ui/table/unique-names.ts';
import { type LineData, lineData } from './chart-data.ts';
import classes from './result.module.css';

const LINE_PX = 1.5;
/** Single points are drawn while there are few. */
const MOST_DOTS = 100;

const DAY = '\n{YYYY}-{MM}-{DD}';
/** Ticks of a time axis from so many seconds apart: the text, and what stands below it where the day is another one. */
const TIME_TICKS: (string | number | null)[][] = [
  [31_536_000, '{YYYY}', null, null, null, null, null, null, 1],
  [2_419_200, '{YYYY}-{MM}', null, null, null, null, null, null, 1],
  [86_400, '{YYYY}-{MM}-{DD}', null, null, null, null, null, null, 1],
  [60, '{HH}:{mm}', DAY, null, DAY, null, null, null, 1],
  [1, '{HH}:{mm}:{ss}', DAY, null, DAY, null, null, null, 1],
  [0.001, '{HH}:{mm}:{ss}.{fff}', DAY, null, DAY, null, null, null, 1],
];

/** As wide as a day is written, and a gap beside it. */
const DAY_PX = 86;

/** The numbers of a result as lines over its first column: drag zooms, a double click shows all again. */
export function LineChart({ label, result }: { label: string; result: QueryResult }) {
  const { series: colours, text, textDim, border } = usePalette();
  const zone = useOwnZone();
  const data = useMemo(() => lineData(result), [result]);
  const place = useRef<HTMLDivElement>(null);
  const pointed = useRef<HTMLParagraphElement>(null);
  const size = useElementSize(place);
  const [width, height] = [size?.width ?? 0, size?.height ?? 0];
  useEffect(() => {
    if (place.current === null || data === undefined || width === 0 || height === 0) return;
    const axis = plotAxis({ textDim, border });
    const plot = new uPlot(
      {
        width,
        height,
        legend: { show: false },
        scales: { x: { time: data.isTime } },
        tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1_000), zone),
        axes: [data.isTime ? { ...axis, values: TIME_TICKS, space: DAY_PX } : axis, { ...axis, size: asWideAsWords }],
        hooks: {
          setCursor: [
            ({ cursor }) => {
              if (pointed.current) pointed.current.textContent = wordsAt(data, cursor.idx ?? undefined, zone);
            },
          ],
        },
        series: [
          {},
          ...data.series.map((_, index) => ({
            stroke: colours[index % colours.length] ?? text,
            width: LINE_PX,
            points: { show: data.xs.length <= MOST_DOTS, size: 5 },
          })),
        ],
      },
      [data.xs, ...data.series.map(({ values }) => nullable(values))],
      place.current,
    );
    return () => plot.destroy();
  }, [data, width, height, zone, colours, text, textDim, border]);
  if (data === undefined) {
    return <p className={classes.note}>There are no numbers that could be lines. Look at the result as a table.</p>;
  }
  const keys = uniqueNames(data.series.map(({ name }) => name));
  const across = data.isTime ? `${data.xName}, ${zoneName((data.xs[0] ?? 0) * 1_000, zone)}` : data.xName;
  return (
    <div className={classes.shown}>
      <ul className={classes.legend} aria-label="Lines">
        {data.series.map(({ name }, index) => (
          <li key={keys[index]}>
            <span className={classes.swatch} style={{ background: colours[index % colours.length] }} />
            {name || '(no name)'}
          </li>
        ))}
        <li className={classes.note}>{`over ${across}`}</li>
      </ul>
      <p ref={pointed} className={classes.pointed} aria-hidden="true" />
      <div className={classes.picture}>
        <div
          ref={place}
          className={classes.plot}
          role="img"
          aria-label={`${label}: ${data.series.map(({ name }) => name).join(', ')} over ${across}, ${data.xs.length.toLocaleString('en-US')} points`}
        />
      </div>
    </div>
  );
}

/** The values at a place that is pointed at. */
function wordsAt({ xs, isTime, series }: LineData, index: number | undefined, zone: string): string {
  const x = index === undefined ? undefined : xs[index];
  if (index === undefined || x === undefined) return '';
  const place = isTime ? formatDateTimeExact(x * 1_000, zone) : x.toLocaleString('en-US');
  const values = series.map(({ name, values }) => {
    const value = values[index];
    return `${name} ${value === undefined || Number.isNaN(value) ? 'NULL' : value.toLocaleString('en-US')}`;
  });
  return [place, ...values].join(' · ');
}

/** Gaps are gaps: uPlot draws none where a value is null. */
function nullable(values: Float64Array): Float64Array | (number | null)[] {
  return values.some((value) => !Number.isFinite(value))
    ? Array.from(values, (value) => (Number.isFinite(value) ? value : null))
    : values;
}
