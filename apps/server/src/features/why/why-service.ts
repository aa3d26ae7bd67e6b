import {
  type AlarmDefinitionId,
  type AssetId,
  type DataItemId,
  type EpochMs,
  type ItemScaling,
  permissionId,
  type why,
} from '@telltale/contract';
import { unscaledValue } from '@telltale/domain';
import { type Historian, type LastPoint, seriesKey } from '@telltale/historian';
import type { Clock } from '#clock.ts';
import { type Caller, holds } from '#http/caller.ts';
import { notFound } from '#http/errors.ts';
import type { ReceivedMessage } from '#ingest/message-origin.ts';
import { type CommandText, lastNaming } from './why-commands.ts';
import { editsOf, type HistoryEntry } from './why-edits.ts';

/** An asset as far as one of its values is concerned. */
export interface AskedAsset {
  readonly name: string;
  /** Its data items with what it calls them. */
  readonly items: readonly {
    dataItemId: DataItemId;
    label: string;
    alias: string;
    unit: string;
    description: string;
  }[];
}

/** A scaling with whose it is. */
export interface KnownScaling {
  readonly scaling: ItemScaling;
  readonly of: 'asset' | 'definition';
}

export interface WhyServiceOptions {
  /** @throws HttpError 404 when the asset is out of scope */
  asset: (caller: Caller, assetId: AssetId) => Promise<AskedAsset>;
  historian: Pick<Historian, 'stateAt' | 'readColumns'>;
  /** The current value, with the message that brought it. */
  current: (
    assetId: AssetId,
    dataItemId: DataItemId,
  ) => (LastPointOf & { received: ReceivedMessage | undefined }) | undefined;
  /** Edits of the data item and imports into the asset, the newest first. */
  historyEntries: (assetId: AssetId, dataItemId: DataItemId) => Promise<readonly HistoryEntry[]>;
  /** How readings of the data item were scaled then, and who says so. */
  scalingAt: (assetId: AssetId, dataItemId: DataItemId, timeMs: EpochMs) => Promise<KnownScaling | undefined>;
  /** What the value was calculated from; undefined: devices send it. */
  calculation: (
    assetId: AssetId,
    dataItemId: DataItemId,
    point: LastPointOf | undefined,
    atMs: EpochMs,
  ) => Promise<CalculatedFrom | undefined>;
  alarms: (assetId: AssetId, dataItemId: DataItemId) => Promise<why.WhyAlarm[]>;
  /** What the condition of an alarm reads; undefined: the asset has no such alarm. */
  itemsOfAlarm: (assetId: AssetId, alarmDefinitionId: AlarmDefinitionId) => Promise<DataItemId[] | undefined>;
  /** The newest first. */
  commands: (assetId: AssetId) => Promise<readonly CommandText[]>;
  /** Whether the caller may know of the gateway that sent a message. */
  seesGateway: (caller: Caller, sender: string) => Promise<boolean>;
  clock: Clock;
}

/** What a value was calculated from. */
export interface CalculatedFrom extends Pick<why.WhyCalculation, 'expression' | 'reason' | 'isAsCalculated'> {
  readonly inputs: readonly { readonly dataItemId: DataItemId; readonly value: LastPointOf | undefined }[];
  readonly functions: readonly { readonly text: string; readonly outcome: number | string | boolean | null }[];
}

type LastPointOf = Pick<LastPoint, 'timeMs' | 'value' | 'quality'>;

const VIEW_CURRENT = permissionId('CurrentDataItems', 'View');
const VIEW_HISTORY = permissionId('HistoricalDataItems', 'View');
const VIEW_ALARMS = permissionId('Alarms', 'View');
const VIEW_COMMANDS = permissionId('Commands', 'View');
const HOUR_MS = 3_600_000;
/** Two of each are drawn: a picture of it is no wider. */
const BUCKETS_OF_HOUR = 120;

/** Answers where a value comes from, out of what the parts of the portal know of it. */
export class WhyService {
  readonly #options: WhyServiceOptions;

  constructor(options: WhyServiceOptions) {
    this.#options = options;
  }

  /** @throws HttpError 404 when the asset is out of scope, or has no such data item */
  async get(
    caller: Caller,
    { assetId, dataItemId }: { assetId: AssetId; dataItemId: DataItemId },
    atMs: EpochMs | undefined,
  ): Promise<why.Why> {
    const { asset: assetOf, alarms, clock } = this.#options;
    const asset = await assetOf(caller, assetId);
    const item = asset.items.find((one) => one.dataItemId === dataItemId);
    if (!item) throw notFound('The data item');
    const mayHistory = holds(caller, VIEW_HISTORY);
    const mayValue = atMs === undefined ? holds(caller, VIEW_CURRENT) : mayHistory;
    const current = this.#options.current(assetId, dataItemId);
    const point = mayValue ? await this.#valueAt(assetId, dataItemId, atMs) : undefined;
    const received = point && current?.timeMs === point.timeMs ? current.received : undefined;
    const edits = editsOf(await this.#options.historyEntries(assetId, dataItemId), dataItemId, point?.timeMs);
    const from = await this.#options.calculation(assetId, dataItemId, point, atMs ?? clock.now());
    const calculation = from ? toCalculation(from, asset, mayValue) : null;
    // What somebody wrote or imported is in its unit already, and so is what is calculated.
    const isSent = point !== undefined && !from && !edits.some(({ covers }) => covers);
    const scaling = isSent ? await this.#scalingOf(assetId, dataItemId, point, received) : null;
    const names = [item.label, item.alias].filter((name) => name !== '');
    const { label, alias, unit, description } = item;
    return {
      assetId,
      assetName: asset.name,
      dataItemId,
      label,
      alias,
      unit,
      description,
      scaling,
      calculation,
      at: atMs === undefined ? null : iso(atMs),
      value: point ? toValue(point) : null,
      mayValue,
      origin: received && !from && holds(caller, VIEW_CURRENT) ? await this.#originFor(caller, received) : null,
      edits: mayHistory ? edits : null,
      alarms: holds(caller, VIEW_ALARMS) ? await alarms(assetId, dataItemId) : null,
      command: holds(caller, VIEW_COMMANDS)
        ? lastNaming(await this.#options.commands(assetId), { dataItemId, names }, atMs)
        : null,
      mayCommands: holds(caller, VIEW_COMMANDS),
      lastHour: mayHistory ? await this.#hourBefore(assetId, dataItemId, atMs ?? clock.now()) : null,
    };
  }

  /** @throws HttpError 404 when the asset is out of scope, or has no such alarm */
  async itemsOfAlarm(
    caller: Caller,
    { assetId, alarmDefinitionId }: { assetId: AssetId; alarmDefinitionId: AlarmDefinitionId },
  ): Promise<DataItemId[]> {
    await this.#options.asset(caller, assetId);
    const items = await this.#options.itemsOfAlarm(assetId, alarmDefinitionId);
    if (!items) throw notFound('The alarm');
    return items;
  }

  /** The names of gateways are for administrators (spec 3 §13), those of files for who sees the history. */
  async #originFor(caller: Caller, { receivedMs, way, sender, text }: ReceivedMessage): Promise<why.Origin> {
    const isKnown =
      sender === '' || (way === 'file' ? holds(caller, VIEW_HISTORY) : await this.#options.seesGateway(caller, sender));
    return { received: iso(receivedMs), way, sender: isKnown ? sender : null, text: text ?? null };
  }

  /** The current value is asked of the ingest: it may be one that is shown and not stored. */
  async #valueAt(
    assetId: AssetId,
    dataItemId: DataItemId,
    atMs: EpochMs | undefined,
  ): Promise<LastPointOf | undefined> {
    if (atMs === undefined) return this.#options.current(assetId, dataItemId);
    const [point] = await this.#options.historian.stateAt([seriesKey(assetId, dataItemId)], atMs);
    return point;
  }

  async #scalingOf(
    assetId: AssetId,
    dataItemId: DataItemId,
    { timeMs, value }: LastPointOf,
    received: ReceivedMessage | undefined,
  ): Promise<why.Why['scaling']> {
    if (typeof value !== 'number' || !Number.isFinite(value)) return null;
    // It was scaled when it came.
    const known = await this.#options.scalingAt(assetId, dataItemId, received?.receivedMs ?? timeMs);
    if (known === undefined) return null;
    const { scaling, of } = known;
    return { ...scaling, of, reading: scaling.samples > 1 ? null : (unscaledValue(value, scaling) ?? null) };
  }

  async #hourBefore(assetId: AssetId, dataItemId: DataItemId, toMs: EpochMs) {
    const query = { keys: [seriesKey(assetId, dataItemId)], fromMs: toMs - HOUR_MS, toMs, threshold: BUCKETS_OF_HOUR };
    const { timesMs, columns } = await this.#options.historian.readColumns(query);
    const values = (columns[0] ?? []).map((value) =>
      typeof value === 'number' && Number.isFinite(value) ? value : null,
    );
    return { times: Array.from(timesMs, (timeMs) => timeMs / 1_000), values };
  }
}

const iso = (timeMs: number) => new Date(timeMs).toISOString();

function toValue({ timeMs, value, quality }: LastPointOf): why.Why['value'] {
  const isString = typeof value === 'string';
  return {
    timestamp: timeMs,
    value: typeof value === 'number' && Number.isFinite(value) ? value : null,
    isString,
    stringValue: isString ? value : null,
    quality,
  };
}

function toCalculation(
  { expression, inputs, functions, reason, isAsCalculated }: CalculatedFrom,
  asset: AskedAsset,
  mayValue: boolean,
): why.WhyCalculation {
  return {
    expression,
    inputs: inputs.map(({ dataItemId, value }) => {
      const item = asset.items.find((one) => one.dataItemId === dataItemId);
      const { label = '', alias = '', unit = '' } = item ?? {};
      return { dataItemId, label, alias, unit, value: value && mayValue ? toValue(value) : null };
    }),
    functions: mayValue ? functions.map(({ text, outcome }) => ({ text, value: outcome })) : [],
    reason: mayValue ? reason : null,
    isAsCalculated: isAsCalculated || !mayValue,
  };
}
