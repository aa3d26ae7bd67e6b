import type { AssetDefinitionId, AssetId, DataItemId } from '@telltale/contract';
import type { AssetEvent } from '#asset-events.ts';
import type { Log } from '#config/log.ts';

/** Units by where they are written down. */
export interface KnownUnits {
  /** What an asset has differently; there '' says that it has none. */
  readonly ofAssets: readonly { assetId: AssetId; dataItemId: DataItemId; unit: string }[];
  readonly ofDefinitions: readonly { assetDefinitionId: AssetDefinitionId; dataItemId: DataItemId; unit: string }[];
  /** Of data items that a definition does not have. */
  readonly usual: readonly { dataItemId: DataItemId; unit: string }[];
}

export interface ItemUnitsOptions {
  read: () => Promise<KnownUnits>;
  log: Pick<Log, 'error'>;
}

/** The units of all data items in memory: an alarm says in which unit its numbers are at the moment at which it is raised. */
export class ItemUnits {
  readonly #options: ItemUnitsOptions;
  #units = new Map<string, string>();
  #reading: Promise<void> | undefined;
  #isBehind = false;

  constructor(options: ItemUnitsOptions) {
    this.#options = options;
  }

  /** What its asset says of a data item, else its definition, else what is usual. */
  of(assetId: AssetId, assetDefinitionId: AssetDefinitionId, dataItemId: DataItemId): string {
    return (
      this.#units.get(`asset ${assetId} ${dataItemId}`) ??
      this.#units.get(`definition ${assetDefinitionId} ${dataItemId}`) ??
      this.#units.get(`item ${dataItemId}`) ??
      ''
    );
  }

  /** Resolves when everything that was described by now is known. */
  async read(): Promise<void> {
    this.#isBehind = true;
    this.#reading ??= this.#readAll();
    await this.#reading;
  }

  assetChanged({ kind }: AssetEvent): void {
    // A change of a definition is told of each of its assets: they are read once.
    if (kind !== 'items-described' || this.#isBehind) return;
    this.read().catch((error: unknown) =>
      this.#options.log.error({ err: error }, 'alarms do not know the units of their values'),
    );
  }

  async #readAll(): Promise<void> {
    try {
      while (this.#isBehind) {
        this.#isBehind = false;
        const { ofAssets, ofDefinitions, usual } = await this.#options.read();
        this.#units = new Map([
          ...usual.map(({ dataItemId, unit }) => [`item ${dataItemId}`, unit] as const),
          ...ofDefinitions.map(
            ({ assetDefinitionId, dataItemId, unit }) =>
              [`definition ${assetDefinitionId} ${dataItemId}`, unit] as const,
          ),
          ...ofAssets.map(({ assetId, dataItemId, unit }) => [`asset ${assetId} ${dataItemId}`, unit] as const),
        ]);
      }
    } finally {
      this.#reading = undefined;
    }
  }
}
