import type { DataItemId, measurementImports, measurements } from '@telltale/contract';
import { itemName } from '@telltale/domain';
import type { Line } from '@telltale/domain/units/conversion.ts';
import { lineBetween } from '@telltale/domain/units/line-between.ts';
import { badRequest, HttpError } from '#http/errors.ts';
import type { MeasurementReader } from '../reading/measurement-reader.ts';
import { type Mapped, type Recording, told } from './channel-points.ts';
import { type Extent, ExtentCount, evenExtent, timesOf, type ValueTimes } from './value-times.ts';

/** A data item of an asset, as an import needs to know it. */
export interface TargetItem {
  readonly dataItemId: DataItemId;
  readonly label: string;
  /** What the asset calls it; undefined: nothing else. */
  readonly alias?: string | undefined;
  readonly unit: string;
  /** The portal calculates it: nothing is stored for it. */
  readonly isCalculated: boolean;
}

export interface MappedItem extends Mapped {
  readonly item: TargetItem;
}

/** Times of a channel that are looked at in one piece. */
const ROWS = 100_000;

/**
 * Which channel goes into which data item, with times and units.
 * @throws HttpError 400 for a channel or data item that is not there, 409 for one that is calculated, 422 for what cannot be read
 */
export function mapChannels(
  { channels: wanted, times }: Pick<measurementImports.ImportRequest, 'channels' | 'times'>,
  all: readonly measurements.Channel[],
  items: readonly TargetItem[],
): MappedItem[] {
  return wanted.map(({ channel: name, dataItemId }) => {
    const channel = all.find((one) => one.name === name);
    if (channel === undefined) throw badRequest(`The group has no channel ${name}.`, { field: 'channels' });
    const item = items.find((one) => one.dataItemId === dataItemId);
    if (item === undefined) throw badRequest(`The asset has no data item ${dataItemId}.`, { field: 'channels' });
    if (item.isCalculated) {
      throw new HttpError(
        409,
        'calculated',
        `${itemName(item)} is calculated by the portal: nothing is imported into it.`,
      );
    }
    if (channel.whyUnread !== null && channel.type !== 'string') {
      throw new HttpError(422, 'unreadable', `The channel ${name} cannot be imported. ${channel.whyUnread}`);
    }
    return { channel, item, label: item.label, line: lineOf(channel, item), times: timesOf(channel, times, all) };
  });
}

/** A unit that is not known says nothing against it. */
function lineOf({ name, unit }: measurements.Channel, item: TargetItem): Line | undefined {
  const line = lineBetween(unit, item.unit);
  if (line === 'unlike') {
    throw badRequest(`${name} is in ${unit}, which cannot become the ${item.unit} of ${itemName(item)}.`, {
      field: 'channels',
    });
  }
  return typeof line === 'object' ? line : undefined;
}

/** What would be stored of each; a channel of times is read for it, once. */
export async function extentsOf(
  reader: MeasurementReader,
  { path, group }: Recording,
  mapped: readonly Mapped[],
  { nowMs, signal }: { nowMs: number; signal: AbortSignal },
): Promise<Extent[]> {
  const clocks = new Map<string, Extent>();
  const extents: Extent[] = [];
  for (const { channel, times } of mapped) {
    if (times.kind === 'even') {
      extents.push(evenExtent(times.startMs, times.stepMs, channel.count, nowMs));
      continue;
    }
    const key = `${Math.min(channel.count, times.channel.count)} ${times.channel.name}`;
    const known = clocks.get(key) ?? (await extentBy(times, channel.count));
    clocks.set(key, known);
    const missing = Math.max(0, channel.count - times.channel.count);
    extents.push({ ...known, leftOut: known.leftOut + missing });
  }
  return extents;

  async function extentBy(times: Extract<ValueTimes, { kind: 'channel' }>, count: number): Promise<Extent> {
    const found = new ExtentCount(nowMs);
    const end = Math.min(count, times.channel.count);
    for (let from = 0; from < end; from += ROWS) {
      const part = { from, until: Math.min(end, from + ROWS) };
      const values = await reader.ask(path, { kind: 'values', group, channel: times.channel.name, ...part }, signal);
      for (const value of values) found.add(told(times, value));
    }
    return found.extent();
  }
}
