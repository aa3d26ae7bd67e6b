import { DEFAULT_DECIMALS, formatNumber } from '@telltale/domain';
import { useState } from 'react';
import type { TileSize } from '#tile-kit/define-tile.ts';
import { usePalette } from '#tile-kit/portal/use-palette.ts';
import { whyOf } from '#tile-kit/readings/why-mark.ts';
import { sectorPath } from '#tiles/shared/pie/sector-path.ts';
import { TileMessage } from '#tiles/shared/reading/TileMessage.tsx';
import { briefText } from '#tiles/shared/reading/value-text.ts';
import { LineNote } from '#ui/feedback/LineNote.tsx';
import classes from './pie-chart.module.css';
import type { Portion } from './pie-rows.ts';
import { MAX_SLICES, type PieChartSettings } from './settings.ts';
import { sliceColours, slicesOf } from './slices.ts';

interface PieFaceProps {
  settings: Pick<PieChartSettings, 'title' | 'rows' | 'autoFormat' | 'decimals'>;
  size: TileSize;
  portions: readonly Portion[];
  /** Why the portions are not the latest. */
  problem?: string | undefined;
}

const OUTER = 48;
const INNER = 28;
/** More of them would be too small to read in the middle of a small ring. */
const MOST_FIGURES = 8;
/** Below this share of width to height the legend stands below the ring. */
const WIDE = 1.25;

/** The ring and its legend, which is also its table for a screen reader. */
export function PieFace({ settings, size, portions, problem }: PieFaceProps) {
  const { title, rows, autoFormat } = settings;
  const decimals = settings.decimals ?? DEFAULT_DECIMALS;
  const [pointed, setPointed] = useState<number>();
  const { series } = usePalette();
  const limit = rows === 0 ? MAX_SLICES : Math.min(rows, MAX_SLICES);
  const slices = slicesOf(portions, limit);
  const colours = sliceColours(slices, series, 'var(--tt-text-dim)');
  const valueText = (value: number) => (autoFormat ? formatNumber(value, decimals) : String(value));
  const shareText = (share: number) => `${formatNumber(share * 100, autoFormat ? 1 : decimals)} %`;
  const shown = pointed === undefined ? undefined : slices[pointed];
  const total = slices.reduce((sum, { value }) => sum + value, 0);

  const middle = shown === undefined ? briefText(valueText(total), total, MOST_FIGURES) : shareText(shown.share);

  if (slices.length === 0)
    return (
      <TileMessage hint={portions.length === 0 ? 'There are no rows.' : 'No value is above zero.'}>
        Nothing to divide
      </TileMessage>
    );
  return (
    <div className={classes.tile}>
      {title === '' ? null : (
        <p className={classes.title} title={title}>
          {title}
        </p>
      )}
      {problem === undefined ? null : <LineNote>{`Not refreshed: ${problem}`}</LineNote>}
      <div className={classes.body} data-wide={size.width > size.height * WIDE}>
        <svg className={classes.ring} viewBox="-50 -50 100 100" aria-hidden="true">
          {slices.map((slice, index) => (
            <path
              key={slice.start}
              className={classes.slice}
              {...whyOf(slice.item)}
              data-dimmed={pointed !== undefined && pointed !== index}
              d={sectorPath(slice.start, slice.share, OUTER, INNER)}
              style={{ fill: colours[index] }}
              onPointerEnter={() => setPointed(index)}
              onPointerLeave={() => setPointed(undefined)}
            />
          ))}
          <text className={classes.middle} y="3" style={{ fontSize: `${middleSize(middle)}px` }}>
            {middle}
          </text>
          <text className={classes.middleName} y="14" data-idle={shown === undefined}>
            {shown === undefined ? 'in all' : shorten(shown.name)}
          </text>
        </svg>
        <table className={classes.legend} aria-label={title || 'Shares'}>
          <tbody>
            {slices.map((slice, index) => (
              <tr
                key={slice.start}
                {...whyOf(slice.item)}
                onPointerEnter={() => setPointed(index)}
                onPointerLeave={() => setPointed(undefined)}
              >
                <th scope="row">
                  <span className={classes.swatch} style={{ background: colours[index] }} />
                  <span className={classes.name} title={slice.name}>
                    {slice.name}
                  </span>
                </th>
                <td>{valueText(slice.value)}</td>
                <td className={classes.share}>{shareText(slice.share)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

/** Font size at which the text stays within the ring: a figure is about 0.62 of it wide. */
function middleSize({ length }: string): number {
  return Math.min(13, (2 * INNER - 4) / (length * 0.62));
}

function shorten(name: string): string {
  return name.length > 14 ? `${name.slice(0, 13)}…` : name;
}
