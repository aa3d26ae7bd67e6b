import { ActionIcon, Select } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { measurementImports, measurements } from '@telltale/contract';
import { formatDateTimeExact } from '@telltale/domain/format/time.ts';
import { foundBy } from '#ui/form/found-by.ts';
import classes from './importing.module.css';

interface ImportRowProps {
  channel: measurements.Channel;
  /** `names`: all that a data item is found by. */
  items: readonly { value: string; label: string; names: readonly string[]; disabled?: boolean }[];
  dataItemId: number | undefined;
  onItem: (dataItemId: number | undefined) => void;
  onRemove: () => void;
  /** What would be stored; undefined: nobody knows yet. */
  told: measurementImports.ImportedChannel | undefined;
  zone: string;
}

/** A channel, the data item that it goes into, and what would come of it. */
export function ImportRow({ channel, items, dataItemId, onItem, onRemove, told, zone }: ImportRowProps) {
  const { name, unit, count } = channel;
  return (
    <li className={classes.row}>
      <span className={classes.channel}>
        {unit === '' ? name : `${name} (${unit})`}
        <span className={classes.dim}>{`${number(count)} values`}</span>
      </span>
      <Select
        aria-label={`Data item for ${name}`}
        placeholder="Choose a data item"
        data={items.map(({ names: _names, ...item }) => item)}
        filter={foundBy((value) => items.find((item) => item.value === value)?.names ?? [])}
        searchable
        clearable
        value={dataItemId === undefined ? null : String(dataItemId)}
        onChange={(value) => onItem(value === null ? undefined : Number(value))}
      />
      <ActionIcon aria-label={`Leave out ${name}`} onClick={onRemove}>
        <IconX size={16} />
      </ActionIcon>
      {told === undefined ? null : (
        <ul className={classes.told}>
          {lines(told, zone).map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
    </li>
  );
}

const number = (value: number) => value.toLocaleString('en-US');

function lines(told: measurementImports.ImportedChannel, zone: string): string[] {
  const { points, values, leftOut, from, to, existing, unit, itemUnit, isConverted } = told;
  if (from === null || to === null) return ['None of its values has a time that can be stored.'];
  const time = (iso: string) => formatDateTimeExact(Date.parse(iso), zone);
  const thinned = values - leftOut - points;
  const strange = !isConverted && unit !== '' && unit !== itemUnit;
  return [
    `${number(points)} values, ${time(from)} to ${time(to)}.`,
    existing === 0
      ? 'Nothing stands there yet.'
      : `${number(existing)} values stand between these times: at equal times they are overwritten.`,
    ...(isConverted ? [`Converted from ${unit} to ${itemUnit}.`] : []),
    ...(strange ? [`Stored as it is: ${unit} is taken for ${itemUnit === '' ? 'no unit' : itemUnit}.`] : []),
    ...(thinned > 0 ? [`${number(thinned)} are too close: of a millisecond the last value stays.`] : []),
    ...(leftOut > 0 ? [`${number(leftOut)} are left out: no time, before 1970, or over 10 minutes ahead.`] : []),
  ];
}
