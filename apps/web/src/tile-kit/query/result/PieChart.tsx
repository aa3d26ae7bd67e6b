import { useMemo } from 'react';
import type { QueryResult } from '#sqlite/messages.ts';
import { usePalette } from '#theme/use-palette.ts';
import { ScrollRegion } from '#ui/ScrollRegion.tsx';
import { barData, slicesOf } from './chart-data.ts';
import classes from './result.module.css';

const MOST_SLICES = 11;
const MOST_ROWS = 100_000;
const [OUTER, INNER] = [48, 26];

/** The first numbers of a result as shares of their sum, with a table of them. */
export function PieChart({ label, result }: { label: string; result: QueryResult }) {
  const { series: colours } = usePalette();
  const { slices, drawn, more } = useMemo(() => {
    const bars = barData(result, MOST_ROWS);
    return bars === undefined
      ? { slices: [], drawn: 0, more: 0 }
      : { slices: slicesOf(bars, MOST_SLICES), drawn: bars.rows.length, more: bars.more };
  }, [result]);
  if (slices.length === 0) {
    return (
      <p className={classes.note}>
        There are no numbers above zero that could be shares. Look at the result as a table.
      </p>
    );
  }
  const colourOf = (index: number) =>
    slices[index]?.name === 'Other' ? 'var(--tt-text-dim)' : colours[index % colours.length];
  return (
    <ScrollRegion className={classes.pie} label={`${label}: shares`}>
      <svg viewBox="-50 -50 100 100" aria-hidden="true">
        {slices.map(({ start, share }, index) => (
          <path
            key={start}
            d={sectorOf(start, share)}
            fill={colourOf(index)}
            stroke="var(--tt-surface-1)"
            strokeWidth={0.5}
          />
        ))}
      </svg>
      <table aria-label={label}>
        <tbody>
          {slices.map(({ name, value, start, share }, index) => (
            <tr key={start}>
              <th scope="row">
                <span className={classes.swatch} style={{ display: 'inline-block', background: colourOf(index) }} />{' '}
                {name}
              </th>
              <td>{value.toLocaleString('en-US')}</td>
              <td>{`${(share * 100).toFixed(1)} %`}</td>
            </tr>
          ))}
        </tbody>
        {more === 0 ? null : (
          <caption className={classes.caption}>
            {`Shares of the first ${drawn.toLocaleString('en-US')} of ${(drawn + more).toLocaleString('en-US')} rows. Add them up in the query (group by) to draw them all.`}
          </caption>
        )}
      </table>
    </ScrollRegion>
  );
}

/** A part of a ring, clockwise from the top; both of 0 to 1. */
function sectorOf(start: number, share: number): string {
  // A whole ring has no two ends that an arc could go between.
  const end = start + Math.min(share, 0.99999);
  const at = (turn: number, radius: number) => {
    const angle = (turn - 0.25) * 2 * Math.PI;
    return `${(Math.cos(angle) * radius).toFixed(3)} ${(Math.sin(angle) * radius).toFixed(3)}`;
  };
  const large = share > 0.5 ? 1 : 0;
  return `M${at(start, OUTER)} A${OUTER} ${OUTER} 0 ${large} 1 ${at(end, OUTER)} L${at(end, INNER)} A${INNER} ${INNER} 0 ${large} 0 ${at(start, INNER)} Z`;
}
