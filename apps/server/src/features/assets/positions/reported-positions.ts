import { type AssetId, type EpochMs, QUALITY_GOOD } from '@telltale/contract';
import type { DataItemSlot } from '#ingest/data-item-slot.ts';
import type { LiveFeed, LiveSink } from '#ingest/live-feed.ts';
import type { RegisteredDevice } from '#ingest/registered-device.ts';
import { isSamePlace, placeFault } from './place.ts';

export interface ReportedPosition {
  readonly assetId: AssetId;
  readonly serialNumber: string;
  readonly latitude: number;
  readonly longitude: number;
  /** When it was there, by its own clock. */
  readonly setMs: EpochMs;
}

/** Data items that say where an asset is, by their `nameKey`; ThingsBoard's maps read the same two. */
export const LATITUDE = 'latitude';
export const LONGITUDE = 'longitude';

/** A track needs no more; the data items keep every reading. */
const LEAST_BETWEEN_MS = 10_000;

export interface ReportedPositionsOptions {
  readonly deviceOf: (assetId: AssetId) => RegisteredDevice | undefined;
  /** Whether what the asset sends is written down by this process. */
  readonly isHere: (assetId: AssetId) => boolean;
  readonly onMoved: (position: ReportedPosition) => void;
  /** @param fault why there is no such place */
  readonly onNowhere: (position: ReportedPosition, fault: string) => void;
}

/**
 * Hears where assets are of the values that they send: `latitude` and `longitude`, good numbers of one moment. One that trembles
 * where it stands has not moved. Values that come late change no track, as they change no current value.
 */
export class ReportedPositions implements LiveFeed {
  readonly #options: ReportedPositionsOptions;
  readonly #reporters = new Map<AssetId, Reporter>();

  constructor(options: ReportedPositionsOptions) {
    this.#options = options;
  }

  sinkFor(assetId: AssetId): LiveSink | undefined {
    const device = this.#options.deviceOf(assetId);
    const latitude = device?.slotNamed(LATITUDE);
    if (device === undefined || latitude === undefined) return undefined;
    const longitude = device.slotNamed(LONGITUDE);
    if (longitude === undefined) return undefined;
    if (!this.#options.isHere(assetId)) return undefined;
    const known = this.#reporters.get(assetId);
    if (known?.latitude === latitude && known.longitude === longitude) return known;
    const reporter = new Reporter(device, latitude, longitude, this.#options);
    this.#reporters.set(assetId, reporter);
    return reporter;
  }

  forget(assetId: AssetId): void {
    this.#reporters.delete(assetId);
  }
}

class Reporter implements LiveSink {
  readonly latitude: DataItemSlot;
  readonly longitude: DataItemSlot;
  readonly #device: RegisteredDevice;
  readonly #options: ReportedPositionsOptions;
  #isFresh = false;
  #last: ReportedPosition | undefined;
  /** What was wrong with the place that it named last: that is told once, not with every message. */
  #fault: string | undefined;

  constructor(
    device: RegisteredDevice,
    latitude: DataItemSlot,
    longitude: DataItemSlot,
    options: ReportedPositionsOptions,
  ) {
    this.#device = device;
    this.latitude = latitude;
    this.longitude = longitude;
    this.#options = options;
  }

  current(slot: DataItemSlot): void {
    if (slot === this.latitude || slot === this.longitude) this.#isFresh = true;
  }

  settled(timeMs: number): void {
    if (!this.#isFresh) return;
    this.#isFresh = false;
    const [latitude, longitude] = [valueAt(this.latitude, timeMs), valueAt(this.longitude, timeMs)];
    if (latitude === undefined || longitude === undefined) return;
    const { assetId, serialNumber } = this.#device;
    const position = { assetId, serialNumber, latitude, longitude, setMs: timeMs };
    const told = this.#fault;
    this.#fault = placeFault(position);
    if (this.#fault !== undefined) {
      if (this.#fault !== told) this.#options.onNowhere(position, this.#fault);
      return;
    }
    const last = this.#last;
    if (last !== undefined && (timeMs - last.setMs < LEAST_BETWEEN_MS || isSamePlace(last, position))) return;
    this.#last = position;
    this.#options.onMoved(position);
  }

  late(): void {
    // It was there before: where the asset is, and its track, is told by what is current.
  }
}

/** A good number that came at this time. */
function valueAt({ timeMs, value, quality }: DataItemSlot, atMs: number): number | undefined {
  return timeMs === atMs && quality >= QUALITY_GOOD && typeof value === 'number' ? value : undefined;
}
