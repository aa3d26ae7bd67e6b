import type { DataItemId } from '@telltale/contract';
import { type Cause, moved } from '@telltale/domain/alarms/cause.ts';
import type { AlarmRun } from '../alarm-run.ts';
import type { ItemUnits } from './item-units.ts';

/** A number in the text of a cause that is a value of a data item, or what one is compared with. */
export interface ItemNumber {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
  readonly dataItemId: DataItemId;
}

/** What the conditions of an alarm read when they were last evaluated, and which numbers of that are of which data item. */
export interface ItemCause {
  readonly text: string;
  readonly numbers: readonly ItemNumber[];
}

/** Why a condition came to count, as it is kept. */
export interface AlarmCause {
  readonly text: string;
  /** Which of its numbers have a unit, as they are kept beside it; '': none has. */
  readonly numbers: string;
}

interface Part extends Cause {
  /** By the places of the variables. */
  readonly dataItemIds: readonly DataItemId[];
}

export function joinedCauses(parts: readonly Part[], joins: 'and' | 'or'): ItemCause {
  let text = '';
  const numbers: ItemNumber[] = [];
  for (const [i, part] of parts.entries()) {
    if (i > 0) text += ` ${joins} `;
    for (const { place, ...number } of part.numbers) {
      const dataItemId = part.dataItemIds[place];
      if (dataItemId !== undefined) numbers.push({ ...moved(number, text.length), dataItemId });
    }
    text += part.text;
  }
  return { text, numbers };
}

/** With the units that the data items have now, since later they may be described by others. */
export function causeOf(run: AlarmRun, units: Pick<ItemUnits, 'of'>): AlarmCause {
  const { text, numbers } = run.cause();
  const told = numbers.flatMap((number) => {
    const unit = units.of(run.assetId, run.definition.assetDefinitionId, number.dataItemId);
    return unit === '' ? [] : [{ ...number, unit }];
  });
  return { text, numbers: told.length === 0 ? '' : JSON.stringify(told) };
}
