import type { DataItemId, UserId } from '@telltale/contract';
import { variableKey, variableName } from '@telltale/domain/expression/variable-name.ts';
import { AlarmDefinitionRepository } from '#features/alarms/alarm-definition-repository.ts';
import { readExpression } from '#features/alarms/alarm-expressions.ts';
import type { AlertItem } from '#features/alerts/alert-delivery-repository.ts';
import { type AlertReader, type NamedItem, PLAIN_READER, valuesOfCause } from '#features/alerts/alert-reader.ts';
import type { Recipient } from '#features/alerts/alert-recipient-repository.ts';
import { systemCaller } from '#http/system-caller.ts';
import type { Equipment } from './equipment.ts';
import type { Foundation } from './foundation.ts';

/** Times in the zone of who is told, and values in their units. */
export function alertReaders(
  { db }: Pick<Foundation, 'db'>,
  { assetReader, currentValueService }: Pick<Equipment, 'assetReader' | 'currentValueService'>,
  recipient: (userId: UserId) => Promise<Recipient | undefined>,
) {
  const definitions = new AlarmDefinitionRepository(db);

  /** What the variables of an alarm stand for on its asset; none where either is gone. */
  async function itemsOf({ assetId, alarmDefinitionId }: AlertItem): Promise<Map<string, NamedItem>> {
    const definition = await definitions.find(alarmDefinitionId);
    const asset = await assetReader.find(systemCaller, assetId);
    if (!definition || !asset) return new Map();
    const described = await currentValueService.describedItems(await assetReader.entry(systemCaller, assetId));
    const byId = new Map<DataItemId, NamedItem>();
    const items = new Map<string, NamedItem>();
    for (const { dataItemId, label, alias, unit } of described) {
      const item = { name: alias || label, unit };
      byId.set(dataItemId, item);
      items.set(variableKey(variableName(label)), item);
    }
    for (const { Variable, DataItemId } of readExpression(definition.flee).variables) {
      const item = byId.get(DataItemId);
      if (item) items.set(variableKey(Variable), item);
    }
    return items;
  }

  async function readerOf(user: Recipient, items: readonly AlertItem[]): Promise<AlertReader> {
    const { zone, units } = user;
    const values = new Map<AlertItem, readonly string[]>();
    // A message of many things tells no causes.
    const [only] = items;
    if (units !== undefined && only !== undefined && items.length === 1 && only.source === 'alarm') {
      values.set(only, valuesOfCause(only.cause, await itemsOf(only), units));
    }
    return { zone, valuesOf: (item) => values.get(item) ?? [] };
  }

  return {
    readerOf,
    readerOfId: async (userId: UserId, items: readonly AlertItem[]): Promise<AlertReader> => {
      const user = await recipient(userId);
      return user ? readerOf(user, items) : PLAIN_READER;
    },
  };
}
