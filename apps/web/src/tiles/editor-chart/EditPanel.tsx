import { Button, Select } from '@mantine/core';
import { formatDateTimeExact, zoneName } from '@telltale/domain';
import { useState } from 'react';
import { useDashboardScope } from '#tile-kit/dashboard-scope.tsx';
import type { HistoryEdit } from '#tile-kit/readings/use-history-edit.ts';
import { useSeriesNames } from '#tiles/shared/chart/data/use-series-names.ts';
import type { TimeRange } from '#tiles/shared/chart/model/time-range.ts';
import { confirm } from '#ui/feedback/confirm.ts';
import { toast } from '#ui/feedback/toast.ts';
import { NumberEntry } from '#ui/form/NumberEntry.tsx';
import classes from './editor-chart.module.css';
import type { EditorChartSettings } from './settings.ts';

interface EditPanelProps {
  settings: EditorChartSettings;
  span: TimeRange | undefined;
  edit: HistoryEdit;
  onDone: () => void;
  onClose: () => void;
}

/** Which series, which span, which value; asks before it changes anything. */
export function EditPanel({ settings, span, edit, onDone, onClose }: EditPanelProps) {
  const { resolve, zone } = useDashboardScope();
  const names = useSeriesNames(settings.series);
  const [chosen, setChosen] = useState('0');
  const [value, setValue] = useState<number | null>(null);
  const series = settings.series[Number(chosen)];
  const item = series && resolve(series);
  const isReady = span !== undefined && item !== undefined && value !== null;

  async function apply() {
    if (!isReady) return;
    const fromMs = Math.ceil(span.from * 1000);
    const toMs = Math.floor(span.to * 1000);
    const name = names[Number(chosen)]?.name ?? '';
    const message = `Every point of ${name} from ${exact(fromMs, zone)} to ${exact(toMs, zone)} becomes ${value}. The journal keeps what was there before.`;
    if (!(await confirm({ message, title: 'Change history', confirmLabel: 'Change', isDestructive: true }))) return;
    const answer = await edit.send({ ...item, fromMs, toMs, newValue: value });
    if ('problem' in answer) {
      toast(answer.problem, 'error');
      return;
    }
    toast(`${answer.changed.toLocaleString('en-US')} points changed.`);
    onDone();
  }
  return (
    <form
      className={classes.panel}
      aria-label="Edit points"
      onSubmit={(event) => {
        event.preventDefault();
        void apply();
      }}
    >
      <Select
        aria-label="Series to edit"
        size="xs"
        allowDeselect={false}
        data={names.map(({ name }, index) => ({ value: String(index), label: name || `Series ${index + 1}` }))}
        value={chosen}
        onChange={(next) => next !== null && setChosen(next)}
      />
      <span className={classes.span} role="status">
        {span === undefined
          ? 'Drag over the chart to choose a span.'
          : `${exact(span.from * 1000, zone)} – ${exact(span.to * 1000, zone)}`}
      </span>
      <NumberEntry
        aria-label="New value"
        placeholder="New value"
        size="xs"
        w={110}
        hideControls
        value={value}
        onChange={setValue}
      />
      <Button type="submit" size="xs" disabled={!isReady} loading={edit.isSending}>
        Apply
      </Button>
      <Button type="button" size="xs" variant="default" onClick={onClose}>
        Close
      </Button>
    </form>
  );
}

function exact(timeMs: number, zone: string): string {
  return `${formatDateTimeExact(timeMs, zone)} ${zoneName(timeMs, zone)}`;
}
