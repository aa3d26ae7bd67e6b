import type { PlannedDataItem } from '@telltale/domain/demo/demo-plan.ts';
import type { TileDesign } from './dashboard-builder.ts';

/** Muted signal colours for scales whose bad end is the low one; the usual order needs none, the theme has it. */
const BAND = { good: '#6f8f86', warning: '#c9973f', bad: '#c9594e' } as const;

const item = (label: string): PlannedDataItem => ({ label });

export function indicator(label: string, decimals = 0, settings: Record<string, unknown> = {}): TileDesign {
  return {
    type: { name: 'Text Indicator', value: 'Indicator' },
    settings: { slotPath: [], dataItem: item(label), decimals, ...settings },
  };
}

interface Scale {
  readonly min: number;
  readonly max: number;
  /** Ends of the first and second band. */
  readonly ends: readonly [number, number];
  /** `low`: the first band is the bad one. */
  readonly badEnd?: 'high' | 'low' | 'both';
  readonly decimals?: number;
  readonly half?: boolean;
  /** Over the dial in place of the label. */
  readonly name?: string;
}

export function gauge(
  label: string,
  { min, max, ends, badEnd = 'high', decimals = 1, half = false, name = '' }: Scale,
): TileDesign {
  const colours = {
    high: {},
    low: { band1Color: BAND.bad, band2Color: BAND.warning, band3Color: BAND.good },
    both: { band1Color: BAND.warning, band2Color: BAND.good, band3Color: BAND.warning },
  }[badEnd];
  return {
    type: { name: 'Dial Gauge', value: 'Gauge' },
    settings: {
      slotPath: [],
      dataItem: item(label),
      name,
      min,
      max,
      decimals,
      half,
      band1End: ends[0],
      band2End: ends[1],
      ...colours,
    },
  };
}

interface Line {
  readonly label: string;
  /** The axis by its label; the first one where none is given. */
  readonly axis?: string;
  readonly line?: 'solid' | 'dash' | 'step';
  readonly fill?: boolean;
  readonly color?: string;
  readonly smooth?: number;
}

interface Axis {
  readonly label: string;
  readonly min?: number;
  readonly max?: number;
}

interface Chart {
  readonly title: string;
  readonly hours: number;
  readonly axes: readonly Axis[];
  readonly lines: readonly Line[];
  readonly invert?: boolean;
  readonly legend?: boolean;
  readonly decimation?: number;
}

export const fastGraph = (chart: Chart): TileDesign => ({
  type: { name: 'Basic Graph', value: 'FastGraph' },
  settings: chartSettings(chart),
});

export const advancedGraph = (chart: Chart): TileDesign => ({
  type: { name: 'Advanced Graph', value: 'AdvancedGraph' },
  settings: chartSettings(chart),
});

function chartSettings({ title, hours, axes, lines, invert = false, legend = true, decimation = 20 }: Chart) {
  return {
    title,
    fixedStart: hours,
    timeType: 'fixed',
    decimation,
    invert,
    legend,
    refreshData: true,
    refreshInterval: 5,
    axes: axes.map(({ label, min, max }, index) => ({
      label,
      min: min ?? null,
      max: max ?? null,
      // One grid only: two are unreadable.
      grid: index === 0,
    })),
    series: lines.map(({ label, axis, line = 'solid', fill = false, color = '', smooth = 1 }) => ({
      slotPath: [],
      dataItem: item(label),
      axis: { label: axis ?? axes[0]?.label ?? '' },
      line,
      fill,
      color,
      smooth,
    })),
  };
}

export function textBox(text: string, fontSize = 14, decimals = 0): TileDesign {
  return {
    type: { name: 'Text/Image', value: 'TextBox' },
    settings: { text, substitutions: {}, decimals, fontSize, overflow: 'hidden' },
  };
}

/** What and where the asset is: the left end of an overview. */
export function titleBox(name: string, lines: readonly string[]): TileDesign {
  return textBox(`<h3>${name}</h3><p>${lines.join('<br>')}</p>`);
}

/** Two-column table of facts; values may be substitutions such as `{{attributes.Field}}`. */
export function factsBox(title: string, facts: readonly (readonly [string, string])[], decimals = 0): TileDesign {
  const rows = facts.map(([name, value]) => `<tr><td>${name}</td><td><strong>${value}</strong></td></tr>`).join('');
  return textBox(`<p><strong>${title}</strong></p><table><tbody>${rows}</tbody></table>`, 13, decimals);
}
