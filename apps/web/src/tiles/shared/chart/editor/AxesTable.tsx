import { ActionIcon, Button, Checkbox, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import classes from '#tiles/shared/editor/editor.module.css';
import { NumberField } from '#tiles/shared/editor/NumberField.tsx';
import { type ChartAxis, type ChartSeries, type ChartSettings, newAxis } from '../model/chart-settings.ts';
import { useRowIds } from './use-row-ids.ts';

interface AxesTableProps {
  axes: readonly ChartAxis[];
  series: readonly ChartSeries[];
  /** Series name their axis by its label, so a renamed axis changes both. */
  onChange: (part: Partial<Pick<ChartSettings, 'axes' | 'series'>>) => void;
}

/** One row per value axis; without any, all series share an automatic one. */
export function AxesTable({ axes, series, onChange }: AxesTableProps) {
  const ids = useRowIds(axes.length);
  const change = (index: number, part: Partial<ChartAxis>) =>
    onChange({ axes: axes.map((row, other) => (other === index ? { ...row, ...part } : row)) });

  function rename(index: number, label: string) {
    const before = axes[index]?.label;
    onChange({
      axes: axes.map((row, other) => (other === index ? { ...row, label } : row)),
      series: series.map((row) => (row.axis.label === before ? { ...row, axis: { ...row.axis, label } } : row)),
    });
  }
  return (
    <div className={classes.rows}>
      {axes.length === 0 ? null : (
        <div className={classes.scroller}>
          <table>
            <thead>
              <tr>
                <th>Label</th>
                <th>Min</th>
                <th>Max</th>
                <th>Grid</th>
                <th>Log</th>
                <th>
                  <span className="tt-visually-hidden">Remove</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {axes.map((row, index) => {
                const name = `Axis ${index + 1}`;
                return (
                  <tr key={ids.at(index)}>
                    <td data-label="Label" style={{ minWidth: 140 }}>
                      <TextInput
                        aria-label={`${name}, label`}
                        value={row.label}
                        onChange={({ currentTarget }) => rename(index, currentTarget.value)}
                      />
                    </td>
                    <td data-label="Min" style={{ minWidth: 96 }}>
                      <NumberField
                        label={`${name}, min`}
                        isLabelHidden
                        placeholder="Automatic"
                        value={row.min}
                        onChange={(min) => change(index, { min })}
                      />
                    </td>
                    <td data-label="Max" style={{ minWidth: 96 }}>
                      <NumberField
                        label={`${name}, max`}
                        isLabelHidden
                        placeholder="Automatic"
                        value={row.max}
                        onChange={(max) => change(index, { max })}
                      />
                    </td>
                    <td data-label="Grid">
                      <Checkbox
                        aria-label={`${name}, grid`}
                        checked={row.grid}
                        onChange={({ currentTarget }) => change(index, { grid: currentTarget.checked })}
                      />
                    </td>
                    <td data-label="Log">
                      <Checkbox
                        aria-label={`${name}, logarithmic`}
                        checked={row.log}
                        onChange={({ currentTarget }) => change(index, { log: currentTarget.checked })}
                      />
                    </td>
                    <td>
                      <ActionIcon
                        aria-label={`Remove ${name}`}
                        onClick={() => {
                          ids.remove(index);
                          onChange({ axes: axes.filter((_, other) => other !== index) });
                        }}
                      >
                        <IconTrash size={16} />
                      </ActionIcon>
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
      )}
      <Button
        variant="default"
        leftSection={<IconPlus size={16} />}
        onClick={() => onChange({ axes: [...axes, newAxis(axes)] })}
      >
        Add axis
      </Button>
    </div>
  );
}
