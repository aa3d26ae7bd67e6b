import type { AlarmDefinitionId, AssetId, DataItemId, UserId } from '@telltale/contract';
import { variableKey, variableName } from '@telltale/domain/expression/variable-name.ts';
import type { AlertItem } from '../alert-delivery-repository.ts';
import type { Recipient } from '../alert-recipient-repository.ts';
import { type AlertReader, type NamedItem, PLAIN_READER, valuesOfCause } from './alert-reader.ts';

interface DescribedItem {
  dataItemId: DataItemId;
  label: string;
  alias: string;
  unit: string;
}

export interface AlertReadersOptions {
  recipient: (userId: UserId) => Promise<Recipient | undefined>;
  /** Data items as an asset has them; none: it is gone. */
  itemsOf: (assetId: AssetId) => Promise<readonly DescribedItem[]>;
  /** What is listed with the condition of an alarm. */
  variablesOf: (id: AlarmDefinitionId) => Promise<readonly { Variable: string; DataItemId: DataItemId }[]>;
}

/** Who is told: times in their zone, values in their units. */
export class AlertReaders {
  readonly #options: AlertReadersOptions;

  constructor(options: AlertReadersOptions) {
    this.#options = options;
  }

  async of({ zone, units }: Recipient, items: readonly AlertItem[]): Promise<AlertReader> {
    // A message of many things tells no causes.
    const [only] = items;
    if (units === undefined || only === undefined || items.length > 1 || only.source !== 'alarm') {
      return { ...PLAIN_READER, zone };
    }
    const values = valuesOfCause(only.cause, await this.#named(only), units);
    return { zone, valuesOf: (item) => (item === only ? values : []) };
  }

  async ofUser(userId: UserId, items: readonly AlertItem[]): Promise<AlertReader> {
    const user = await this.#options.recipient(userId);
    return user ? this.of(user, items) : PLAIN_READER;
  }

  /** What the variables of an alarm stand for on its asset. */
  async #named({ assetId, alarmDefinitionId }: AlertItem): Promise<Map<string, NamedItem>> {
    const byId = new Map<DataItemId, NamedItem>();
    const named = new Map<string, NamedItem>();
    for (const { dataItemId, label, alias, unit } of await this.#options.itemsOf(assetId)) {
      const item = { name: alias || label, unit };
      byId.set(dataItemId, item);
      named.set(variableKey(variableName(label)), item);
    }
    for (const { Variable, DataItemId } of await this.#options.variablesOf(alarmDefinitionId)) {
      const item = byId.get(DataItemId);
      if (item) named.set(variableKey(Variable), item);
    }
    return named;
  }
}
