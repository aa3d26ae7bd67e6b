import { ActionIcon, Button, Checkbox, Group, Select } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { DataItemPicker } from '#tile-kit/pickers/DataItemPicker.tsx';
import { DataItemsPicker } from '#tile-kit/pickers/DataItemsPicker.tsx';
import { usePalette } from '#tile-kit/portal/use-palette.ts';
import classes from '#tiles/shared/editor/editor.module.css';
import { NumberField } from '#tiles/shared/editor/NumberField.tsx';
import { ColourButton } from '#ui/form/ColourButton.tsx';
import { Pager } from '#ui/table/paged/Pager.tsx';
import { clampPage, countPages } from '#ui/table/paged/page-numbers.ts';
import { type ChartAxis, type ChartSeries, LINES, newSeries } from '../model/chart-settings.ts';
import { withChosen } from './chosen-series.ts';
import { useRowIds } from './use-row-ids.ts';

interface SeriesTableProps {
  series: readonly ChartSeries[];
  axes: readonly ChartAxis[];
  onChange: (next: ChartSeries[]) => void;
  pageSize?: number;
}

/** Rows that are there to edit at once (spec 2 §9). */
const PAGE_SIZE = 100;

const LINE_LABELS = { solid: 'Solid', dash: 'Dash', step: 'Step' } as const;

/** One row per line of the chart; several data items can be added at once. */
export function SeriesTable({ series, axes, onChange, pageSize = PAGE_SIZE }: SeriesTableProps) {
  const ids = useRowIds(series.length);
  const [wantedPage, setWantedPage] = useState(1);
  const pages = countPages(series.length, pageSize);
  const page = clampPage(wantedPage, pages);
  const before = (page - 1) * pageSize;
  const firstAxis = axes[0]?.label ?? '';
  const change = (index: number, part: Partial<ChartSeries>) =>
    onChange(series.map((row, other) => (other === index ? { ...row, ...part } : row)));

  function move(index: number, by: -1 | 1) {
    const next = [...series];
    const [row] = next.splice(index, 1);
    if (row === undefined) return;
    next.splice(index + by, 0, row);
    ids.move(index, by);
    onChange(next);
  }

  return (
    <div className={classes.rows}>
      <div className={classes.scroller}>
        <table>
          <thead>
            <tr>
              <th>
                Data item{' '}
                <span className={classes.required} aria-hidden="true">
                  *
                </span>
              </th>
              <th>Axis</th>
              <th>Colour</th>
              <th>Line</th>
              <th>Fill</th>
              <th>Smooth</th>
              <th>
                <span className="tt-visually-hidden">Order</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {series.slice(before, before + pageSize).map((row, place) => {
              const index = before + place;
              return (
                <SeriesRow
                  key={ids.at(index)}
                  row={row}
                  index={index}
                  count={series.length}
                  axes={axes}
                  onChange={(part) => change(index, part)}
                  onMove={(by) => move(index, by)}
                  onRemove={() => {
                    ids.remove(index);
                    onChange(series.filter((_, other) => other !== index));
                  }}
                />
              );
            })}
          </tbody>
        </table>
      </div>
      {pages > 1 ? <Pager page={page} pages={pages} onChange={setWantedPage} /> : null}
      <Group gap="xs" align="end">
        <Button
          variant="default"
          leftSection={<IconPlus size={16} />}
          onClick={() => {
            onChange([...series, newSeries(firstAxis)]);
            setWantedPage(countPages(series.length + 1, pageSize));
          }}
        >
          Add series
        </Button>
        <DataItemsPicker
          label=""
          value={series.filter(({ dataItem }) => dataItem !== null)}
          onChange={(chosen) => onChange(withChosen(series, chosen, firstAxis))}
        />
      </Group>
    </div>
  );
}

function pick({ slotPath, dataItem }: Pick<ChartSeries, 'slotPath' | 'dataItem'>) {
  return { slotPath, dataItem };
}

interface SeriesRowProps {
  row: ChartSeries;
  index: number;
  count: number;
  axes: readonly ChartAxis[];
  onChange: (part: Partial<ChartSeries>) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}

function SeriesRow({ row, index, count, axes, onChange, onMove, onRemove }: SeriesRowProps) {
  const { series: swatches } = usePalette();
  const name = `Series ${index + 1}`;
  const defaultColour = swatches[index % swatches.length] ?? '#888888';
  const colour = row.color || defaultColour;
  const isFilled = row.fill !== false && row.fill !== '' && row.fill !== 'false';
  return (
    <tr>
      <td data-label="Data item" style={{ minWidth: 190 }}>
        <DataItemPicker
          label=""
          name={`${name}, data item`}
          value={row}
          onChange={(chosen) => onChange(pick(chosen))}
          isRequired
        />
      </td>
      <td data-label="Axis" style={{ minWidth: 110 }}>
        <Select
          aria-label={`${name}, axis`}
          allowDeselect={false}
          disabled={axes.length === 0}
          placeholder="Automatic"
          data={[...new Set(axes.map(({ label }) => label))].filter((label) => label !== '')}
          value={row.axis.label || null}
          onChange={(label) => label !== null && onChange({ axis: { ...row.axis, label } })}
        />
      </td>
      <td data-label="Colour">
        <ColourButton
          label={`${name}, colour`}
          value={row.color}
          defaultColour={defaultColour}
          swatches={swatches}
          onChange={(color) => onChange({ color })}
        />
      </td>
      <td data-label="Line" style={{ minWidth: 84 }}>
        <Select
          aria-label={`${name}, line`}
          allowDeselect={false}
          data={LINES.map((value) => ({ value, label: LINE_LABELS[value] }))}
          value={row.line}
          onChange={(line) => line !== null && onChange({ line })}
        />
      </td>
      <td data-label="Fill">
        <Group gap={4} wrap="nowrap">
          <Checkbox
            aria-label={`${name}, fill`}
            checked={isFilled}
            onChange={({ currentTarget }) => onChange({ fill: currentTarget.checked })}
          />
          {isFilled ? (
            <ColourButton
              label={`${name}, colour of its fill`}
              value={typeof row.fill === 'string' && row.fill !== 'true' ? row.fill : ''}
              defaultColour={colour}
              swatches={swatches}
              onChange={(chosen) => onChange({ fill: chosen || true })}
            />
          ) : null}
        </Group>
      </td>
      <td data-label="Smooth" style={{ minWidth: 72 }}>
        <NumberField
          label={`${name}, samples to smooth over`}
          isLabelHidden
          min={1}
          max={100}
          value={row.smooth}
          onChange={(smooth) => onChange({ smooth: smooth ?? 1 })}
        />
      </td>
      <td>
        <Group gap={0} wrap="nowrap">
          <ActionIcon aria-label={`Move ${name} up`} disabled={index === 0} onClick={() => onMove(-1)}>
            <IconArrowUp size={16} />
          </ActionIcon>
          <ActionIcon aria-label={`Move ${name} down`} disabled={index === count - 1} onClick={() => onMove(1)}>
            <IconArrowDown size={16} />
          </ActionIcon>
          <ActionIcon aria-label={`Remove ${name}`} onClick={onRemove}>
            <IconTrash size={16} />
          </ActionIcon>
        </Group>
      </td>
    </tr>
  );
}
