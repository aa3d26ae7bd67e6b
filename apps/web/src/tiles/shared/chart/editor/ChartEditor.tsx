import { Button, Collapse, MultiSelect, SegmentedControl, Select } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import { FieldGroup } from '#tiles/shared/editor/FieldGroup.tsx';
import { RequiredNumber } from '#tiles/shared/editor/RequiredNumber.tsx';
import { SliderField } from '#tiles/shared/editor/SliderField.tsx';
import { SwitchField } from '#tiles/shared/editor/SwitchField.tsx';
import { TitleField } from '#tiles/shared/editor/TitleField.tsx';
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
        <TitleField value={settings.title} onChange={change} />
        <Select
          label="Time shown"
          allowDeselect={false}
          data={TIME_TYPES}
          value={settings.timeType.toLowerCase() === 'live' ? 'live' : 'fixed'}
          onChange={(timeType) => timeType !== null && change({ timeType })}
        />
        {isGrowing(settings) ? (
          <RequiredNumber
            label="Hours before opening"
            min={0}
            max={MAX_HOURS}
            value={settings.liveStart}
            onChange={(liveStart) => change({ liveStart })}
          />
        ) : null}
        <RequiredNumber
          label="Duration (hours)"
          min={0}
          max={MAX_HOURS}
          step={HOURS_STEP}
          value={settings.fixedStart}
          onChange={(fixedStart) => change({ fixedStart })}
        />
        <SliderField
          label="Resolution"
          min={0}
          max={100}
          suffix="%"
          value={settings.decimation}
          onChange={(decimation) => change({ decimation })}
        />
        {children}
        <SwitchField label="Legend" value={settings.legend} onChange={(legend) => change({ legend })} />
        <MultiSelect
          label="Legend shows"
          disabled={!settings.legend}
          data={LEGEND_LABELS}
          value={settings.legendValues}
          onChange={(chosen) => change({ legendValues: LEGEND_VALUES.filter((value) => chosen.includes(value)) })}
        />
        <SwitchField label="Invert value axes" value={settings.invert} onChange={(invert) => change({ invert })} />
        <SwitchField label="Refresh" value={settings.refreshData} onChange={(refreshData) => change({ refreshData })} />
        <RequiredNumber
          label="Refresh interval (seconds)"
          min={LEAST_REFRESH_SECONDS}
          max={86_400}
          value={settings.refreshInterval}
          onChange={(refreshInterval) => change({ refreshInterval })}
        />
        {hasComparison ? (
          <RequiredNumber
            label="Compare with (hours before, 0 for none)"
            min={0}
            max={MAX_COMPARE_HOURS}
            value={settings.compareHours}
            onChange={(compareHours) => change({ compareHours })}
          />
        ) : null}
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
