import { Button, Collapse, MultiSelect, SegmentedControl, Select } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import { FieldGroup } from '#tiles/shared/editor/FieldGroup.tsx';
import { PlainFields } from '#tiles/shared/editor/PlainFields.tsx';
import { type PlainField, TITLE } from '#tiles/shared/editor/plain-field.ts';
import { RequestEditor } from '#tiles/shared/request/RequestEditor.tsx';
import {
  type ChartSettings,
  HOURS_STEP,
  LEAST_REFRESH_SECONDS,
  LEGEND_VALUES,
  MAX_COMPARE_HOURS,
  MAX_HOURS,
} from '../model/chart-settings.ts';
import { isGrowing } from '../model/chart-window.ts';
import { AxesTable } from './AxesTable.tsx';
import { RawJsonEditor } from './RawJsonEditor.tsx';
import { SeriesTable } from './SeriesTable.tsx';

const SOURCES = [
  { value: 'dataItems', label: 'Data items' },
  { value: 'request', label: 'Web Request' },
];
const TIME_TYPES = [
  { value: 'fixed', label: 'The last hours' },
  { value: 'live', label: 'From opening on, growing' },
];

const LEGEND_LABELS = [
  { value: 'last', label: 'Last value' },
  { value: 'min', label: 'Minimum' },
  { value: 'max', label: 'Maximum' },
  { value: 'mean', label: 'Mean' },
];

const FIRST: readonly PlainField<ChartSettings>[] = [TITLE];
const TIMES: readonly PlainField<ChartSettings>[] = [
  { kind: 'required', key: 'liveStart', label: 'Hours before opening', min: 0, max: MAX_HOURS, isShown: isGrowing },
  { kind: 'required', key: 'fixedStart', label: 'Duration (hours)', min: 0, max: MAX_HOURS, step: HOURS_STEP },
  { kind: 'slider', key: 'decimation', label: 'Resolution', min: 0, max: 100, suffix: '%' },
];
const LEGEND: readonly PlainField<ChartSettings>[] = [{ kind: 'switch', key: 'legend', label: 'Legend' }];
const REFRESH: readonly PlainField<ChartSettings>[] = [
  { kind: 'switch', key: 'invert', label: 'Invert value axes' },
  { kind: 'switch', key: 'refreshData', label: 'Refresh' },
  {
    kind: 'required',
    key: 'refreshInterval',
    label: 'Refresh interval (seconds)',
    min: LEAST_REFRESH_SECONDS,
    max: 86_400,
  },
];
const COMPARISON: readonly PlainField<ChartSettings>[] = [
  {
    kind: 'required',
    key: 'compareHours',
    label: 'Compare with (hours before, 0 for none)',
    min: 0,
    max: MAX_COMPARE_HOURS,
  },
];

interface ChartEditorProps<Settings extends ChartSettings> {
  settings: Settings;
  onChange: (next: Settings) => void;
  schema: z.ZodType<Settings>;
  /** Whether an earlier period can be drawn behind. */
  hasComparison?: boolean;
  /** Whether the points may come from a web request. */
  hasRequest?: boolean;
  /** Fields of one kind of graph only. */
  children?: ReactNode;
}

/** The form of a history chart: graph settings, axes, series, and all of it as JSON. */
export function ChartEditor<Settings extends ChartSettings>(props: ChartEditorProps<Settings>) {
  const { settings, onChange, schema, hasComparison = true, hasRequest = false, children } = props;
  const [isRaw, { toggle }] = useDisclosure(false);
  const change = (part: Partial<ChartSettings>) => onChange({ ...settings, ...part });
  return (
    <>
      {hasRequest ? (
        <FieldGroup title="Data source">
          <SegmentedControl
            aria-label="Data source"
            data={SOURCES}
            value={settings.source}
            onChange={(source) => change({ source: source as ChartSettings['source'] })}
          />
        </FieldGroup>
      ) : null}
      {hasRequest && settings.source === 'request' ? (
        <RequestEditor
          value={settings.fetch}
          substitutions={settings.substitutions}
          wants="a list of rows with a time and numbers"
          onChange={(fetch) => change({ fetch })}
        />
      ) : null}
      <FieldGroup title="Series">
        <SeriesTable series={settings.series} axes={settings.axes} onChange={(series) => change({ series })} />
      </FieldGroup>

      <FieldGroup title="Axes">
        <AxesTable axes={settings.axes} series={settings.series} onChange={change} />
      </FieldGroup>

      <FieldGroup title="Graph">
        <PlainFields fields={FIRST} settings={settings} onChange={change} />
        <Select
          label="Time shown"
          allowDeselect={false}
          data={TIME_TYPES}
          value={settings.timeType.toLowerCase() === 'live' ? 'live' : 'fixed'}
          onChange={(timeType) => timeType !== null && change({ timeType })}
        />
        <PlainFields fields={TIMES} settings={settings} onChange={change} />
        {children}
        <PlainFields fields={LEGEND} settings={settings} onChange={change} />
        <MultiSelect
          label="Legend shows"
          disabled={!settings.legend}
          data={LEGEND_LABELS}
          value={settings.legendValues}
          onChange={(chosen) => change({ legendValues: LEGEND_VALUES.filter((value) => chosen.includes(value)) })}
        />
        <PlainFields fields={REFRESH} settings={settings} onChange={change} />
        {hasComparison ? <PlainFields fields={COMPARISON} settings={settings} onChange={change} /> : null}
      </FieldGroup>

      <Button variant="subtle" mt="md" onClick={toggle} aria-expanded={isRaw}>
        Edit as JSON
      </Button>
      <Collapse expanded={isRaw}>
        {isRaw ? <RawJsonEditor settings={settings} onChange={onChange} schema={schema} /> : null}
      </Collapse>
    </>
  );
}
