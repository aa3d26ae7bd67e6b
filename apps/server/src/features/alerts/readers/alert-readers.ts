import type { AlarmDefinitionId, AssetId, DataItemId, EpochMs, UserId } from '@telltale/contract';
import { variableKey, variableName } from '@telltale/domain/expression/variable-name.ts';
import type { AlertItem } from '../alert-delivery-repository.ts';
import { OPENING_KINDS } from '../alert-news.ts';
import type { Recipient } from '../alert-recipient-repository.ts';
import { type AlertReader, type FirstOut, type NamedItem, PLAIN_READER, valuesOfCause } from './alert-reader.ts';

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
  /** What the floods began with in which alarms were raised, as far as a user sees them. */
  firstOutsOf: (userId: UserId, raisedMs: readonly EpochMs[]) => Promise<readonly FirstOut[]>;
}

/** Who is told: times in their zone, values in their units. */
export class AlertReaders {
  readonly #options: AlertReadersOptions;

  constructor(options: AlertReadersOptions) {
    this.#options = options;
  }

  async of({ userId, zone, units }: Recipient, items: readonly AlertItem[]): Promise<AlertReader> {
    const [only] = items;
    // A message of many things tells no causes.
    if (items.length > 1) return { ...PLAIN_READER, zone, firstOuts: await this.#firstOuts(userId, items) };
    if (units === undefined || only === undefined || only.source !== 'alarm') return { ...PLAIN_READER, zone };
    const values = valuesOfCause(only.cause, await this.#named(only), units);
    return { ...PLAIN_READER, zone, valuesOf: (item) => (item === only ? values : []) };
  }

  async ofUser(userId: UserId, items: readonly AlertItem[]): Promise<AlertReader> {
    const user = await this.#options.recipient(userId);
    return user ? this.of(user, items) : PLAIN_READER;
  }

  async #firstOuts(userId: UserId, items: readonly AlertItem[]): Promise<readonly FirstOut[]> {
    const opened = items.filter(({ source, kind }) => source === 'alarm' && OPENING_KINDS.includes(kind));
    if (opened.length === 0) return [];
    const raisedMs = new Set(opened.map(({ occurrenceMs }) => occurrenceMs));
    return this.#options.firstOutsOf(userId, [...raisedMs]);
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
