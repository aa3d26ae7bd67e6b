import { ActionIcon } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { type assets, PLAIN_DISPLAY } from '@telltale/contract';
import { DEFAULT_DECIMALS, formatNumber, itemName, NO_VALUE, wordOf } from '@telltale/domain';
import type { Conversion } from '@telltale/domain/units/conversion.ts';
import { useRef, useState } from 'react';
import { whyOf } from '#actions/why.ts';
import { useConversionOf } from '#pages/use-own-units.ts';
import { CalculatedBadge } from '#ui/CalculatedBadge.tsx';
import { ToolsCell } from '#ui/table/SmallTable.tsx';
import classes from '../panel.module.css';
import { DescribeItem } from './DescribeItem.tsx';
import type { Description } from './item-override.ts';

interface ItemRowProps {
  assetId: number;
  value: assets.CurrentValue;
  defined: Description;
  /** The asset has something of its own. */
  isOwn: boolean;
}

/** A data item with its value; below it, once asked for, the form that describes it. */
export function ItemRow({ assetId, value, defined, isOwn }: ItemRowProps) {
  const { dataItemId, label, alias, unit, display = PLAIN_DISPLAY } = value;
  const name = itemName({ label, alias });
  const conversion = useConversionOf(value.isString ? '' : unit);
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
    opener.current?.focus();
  };
  return (
    <>
      <tr>
        <th scope="row">
          {name} {isOwn && <span className={classes.note}>described for this asset</span>}
        </th>
        <td {...whyOf({ assetId, dataItemId })}>
          {textOf(value, conversion)} {conversion?.to ?? unit}{' '}
          {value.scaling && <span className={classes.note}>scaled</span>}
          {value.isCalculated && <CalculatedBadge />}
        </td>
        <ToolsCell>
          <ActionIcon
            ref={opener}
            aria-label={`Describe ${name}`}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            <IconPencil size={16} />
          </ActionIcon>
        </ToolsCell>
      </tr>
      {isOpen && (
        <tr>
          <td colSpan={3}>
            <DescribeItem
              assetId={assetId}
              dataItemId={dataItemId}
              name={name}
              defined={defined}
              described={{ unit, display }}
              onDone={close}
            />
          </td>
        </tr>
      )}
    </>
  );
}

/** A string, the word for a number, or the number; '- -' without a value (spec 1 §2). */
function textOf(
  { isString, stringValue, value, display = PLAIN_DISPLAY }: assets.CurrentValue,
  conversion: Conversion | undefined,
): string {
  if (isString) return stringValue ?? NO_VALUE;
  const word = value === null ? undefined : wordOf(display, value);
  if (word !== undefined || value === null || conversion === undefined) {
    return word ?? formatNumber(value, display.decimals ?? DEFAULT_DECIMALS);
  }
  return formatNumber(conversion.convert(value), conversion.decimals(display.decimals) ?? DEFAULT_DECIMALS);
}
