/*
 * Graphs of the described portal store a 'flot' configuration (spec 2 §3): data items beside a list of series that name
 * columns, axes by number. It is read as the settings of today's charts; the stored configuration stays where it is.
 */

type Bag = Readonly<Record<string, unknown>>;

/** A bag whose graph is stored as a flot configuration, with today's keys beside it; any other bag as it is. */
export function migrateFlot(bag: Bag): Record<string, unknown> {
  const nested = asBag(bag.flot);
  // Keys of today beside it were stored since: they win.
  if (nested !== undefined) return { ...readFlot(nested), ...bag };
  if (Array.isArray(bag.yaxes) || (Array.isArray(bag.dataItems) && bag.hours !== undefined)) {
    const isRead = asList(bag.series).some((entry) => 'dataItem' in entry);
    return isRead ? { ...bag } : { ...bag, ...readFlot(bag) };
  }
  return { ...bag };
}

function readFlot(flot: Bag): Record<string, unknown> {
  const { dataSource, hours, refresh, refreshInterval, title, legend, fetch } = flot;
  const yaxes = asList(flot.yaxes);
  const axes = yaxes.map(({ axisLabel, min, max, autoScale }, index) => ({
    label: typeof axisLabel === 'string' && axisLabel !== '' ? axisLabel : `Axis ${index + 1}`,
    min: autoScale === true ? null : min,
    max: autoScale === true ? null : max,
    // Two grids over one another are unreadable.
    grid: index === 0,
  }));
  const known = {
    source: dataSource === 'fetch' ? 'request' : dataSource === undefined ? undefined : 'dataItems',
    fixedStart: hours,
    refreshData: refresh,
    refreshInterval,
    title,
    legend: asBag(legend)?.show ?? legend,
    fetch,
    invert: yaxes.some(({ invert }) => invert === true) || undefined,
    axes: yaxes.length === 0 ? undefined : axes,
    series: readSeries(flot, axes),
  };
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined));
}

function readSeries(flot: Bag, axes: readonly { label: string }[]): Record<string, unknown>[] {
  const dataItems = Array.isArray(flot.dataItems) ? (flot.dataItems as unknown[]) : [];
  const fields = Array.isArray(flot.fields) ? (flot.fields as unknown[]) : [];
  // The columns are the time and then the data items, in their order.
  const itemOf = (yvalue: unknown, place: number): unknown => {
    const column = typeof yvalue === 'number' ? yvalue : fields.indexOf(yvalue);
    return dataItems[column > 0 ? column - 1 : place];
  };
  const stored = asList(flot.series);
  const entries = stored.length > 0 ? stored : dataItems.map((): Bag => ({}));
  return entries.map((entry, place) => {
    const { yvalue, yaxis, color, fill, fillColor, lines } = entry;
    return {
      ...entry,
      slotPath: [],
      dataItem: itemOf(yvalue, place) ?? null,
      color: color ?? '',
      fill: fill ? (typeof fillColor === 'string' && fillColor !== '' ? fillColor : true) : false,
      line: asBag(lines)?.steps === true ? 'step' : 'solid',
      axis: { label: axes[Math.max(1, Number(yaxis) || 1) - 1]?.label ?? '' },
    };
  });
}

function asBag(value: unknown): Bag | undefined {
  if (typeof value === 'string' && value.trim().startsWith('{')) return asBag(parsed(value));
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Bag) : undefined;
}

function asList(value: unknown): Bag[] {
  return Array.isArray(value) ? value.map(asBag).filter((entry) => entry !== undefined) : [];
}

/** Undefined for text that is no JSON: such a configuration says nothing that could be drawn. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
