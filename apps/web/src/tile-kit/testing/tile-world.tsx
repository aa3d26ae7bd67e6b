import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type assets, type DataItemSelection, type definitions, PLAIN_DISPLAY } from '@telltale/contract';
import { type ReactNode, useState } from 'react';
import { queryKeys } from '#api/query-keys.ts';
import { type AssetItem, MISSING_READING, type Reading, type ReadingSource } from '#readings/readings.ts';
import {
  EMPTY_FRAME,
  type SeriesFeed,
  type SeriesFrame,
  type SeriesSource,
  type SeriesStatus,
} from '#readings/series.ts';
import type { ShownUnits } from '#readings/shown-units.ts';
import { type DashboardScope, DashboardScopeProvider, type ScopeMember } from '../dashboard-scope.tsx';
import { DashboardTime } from '../dashboard-time.ts';
import { trailOf } from '../pickers/data-item-options.ts';
import { ALWAYS_LIVE, type AssetMomentSource } from '../records/asset-moments.ts';
import { type TileActions, TileActionsProvider } from '../tile-actions.tsx';

/** The asset of every test dashboard. */
export const TEST_ASSET_ID = 7;

/** A selection of a data item of the test asset. */
export function select(dataItem: number | null): DataItemSelection {
  return { slotPath: [], dataItem };
}

/** A reading with a good value; what differs is given. */
export function aReading(differences: Partial<Reading> = {}): Reading {
  return {
    state: 'ok',
    name: 'Motor current',
    label: 'motor_current',
    unit: 'A',
    isString: false,
    value: 12.5,
    stringValue: null,
    timestamp: Date.UTC(2026, 10, 20, 12),
    quality: 'good',
    isStale: false,
    display: PLAIN_DISPLAY,
    ...differences,
  };
}

/** Readings by data item id that a test changes while tiles watch; what is not there reads as missing. */
export class FixedReadings implements ReadingSource {
  readonly #readings = new Map<number, Reading>();
  readonly #listeners = new Set<() => void>();

  constructor(readings: Readonly<Record<number, Reading>> = {}) {
    for (const [dataItemId, reading] of Object.entries(readings)) this.#readings.set(Number(dataItemId), reading);
  }

  set(dataItemId: number, reading: Reading): void {
    this.#readings.set(dataItemId, reading);
    for (const listener of this.#listeners) listener();
  }

  subscribe(_item: AssetItem, listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  read(item: AssetItem): Reading {
    return this.#readings.get(item.dataItemId) ?? MISSING_READING;
  }
}

/** A series source that gives every chart the same frame and status, which a test may change. */
export class FixedSeries implements SeriesSource {
  readonly #listeners = new Set<() => void>();
  #frame: SeriesFrame;
  #status: SeriesStatus;
  /** What charts asked of their feeds, in order: `refresh`, `pause`, `resume`. */
  readonly asked: string[] = [];

  constructor(frame: SeriesFrame = EMPTY_FRAME, status: SeriesStatus = { state: 'ready', droppedSamples: 0 }) {
    this.#frame = frame;
    this.#status = status;
  }

  /** How many hear of points. */
  get listeners(): number {
    return this.#listeners.size;
  }

  set(frame: SeriesFrame, status: SeriesStatus = this.#status): void {
    this.#frame = frame;
    this.#status = status;
    for (const listener of this.#listeners) listener();
  }

  open(): SeriesFeed {
    return {
      subscribe: (listener) => {
        this.#listeners.add(listener);
        return () => this.#listeners.delete(listener);
      },
      frame: () => this.#frame,
      isEmpty: () => this.#frame.times.length === 0,
      status: () => this.#status,
      nowMs: () => (this.#frame.times.at(-1) ?? 0) * 1000,
      refresh: () => this.asked.push('refresh'),
      setPaused: (isPaused) => this.asked.push(isPaused ? 'pause' : 'resume'),
    };
  }
}

interface TestDashboardProps {
  /** 0: the dashboard of a system. */
  assetId?: number;
  /** The assets in the system's slots; by default none, and an asset's dashboard has its own. */
  members?: readonly ScopeMember[];
  readings?: ReadingSource;
  series?: SeriesSource;
  moments?: AssetMomentSource;
  time?: DashboardTime;
  attributes?: Readonly<Record<string, string>>;
  definition?: definitions.DefinitionTree;
  zone?: string;
  /** The units that the viewer reads. */
  units?: ShownUnits;
  actions?: Partial<TileActions>;
  /** What the portal answers, by query key: nothing else is asked. */
  answers?: readonly (readonly [key: readonly unknown[], answer: unknown])[];
  children: ReactNode;
}

const noReadings = new FixedReadings();
const noSeries = new FixedSeries();
const alwaysLive = new DashboardTime();

/** A dashboard around tiles under test, with the sources given. */
export function TestDashboard(props: TestDashboardProps) {
  const sent = { readings: props.readings ?? noReadings, series: props.series ?? noSeries };
  const scope: DashboardScope = {
    asset: {
      assetId: props.assetId ?? TEST_ASSET_ID,
      assetAlias: 'Pump 7',
      serialNumber: 'PMP-0007',
      attributes: Object.entries(props.attributes ?? {}).map(([attributeName, attributeValue]) => ({
        attributeName,
        attributeValue,
      })),
    },
    members: props.members ?? (props.assetId === 0 ? [] : [{ assetId: TEST_ASSET_ID, name: 'Pump 7' }]),
    definition: props.definition ?? { slots: [], dataItemDefinitions: [] },
    resolve: ({ slotPath, dataItem }) =>
      trailOf(scope.definition, slotPath).length === slotPath.length && dataItem !== null
        ? { assetId: TEST_ASSET_ID, dataItemId: dataItem }
        : undefined,
    readings: props.units?.readings(sent.readings) ?? sent.readings,
    series: props.units?.series(sent.series, sent.readings) ?? sent.series,
    sent,
    moments: props.moments ?? ALWAYS_LIVE,
    time: props.time ?? alwaysLive,
    zone: props.zone ?? 'UTC',
  };
  const actions: TileActions = {
    isViewOnly: true,
    crosshairKey: 'test',
    can: () => false,
    run: () => false,
    ...props.actions,
  };
  const [client] = useState(() => answering(props.answers ?? []));
  return (
    <QueryClientProvider client={client}>
      <DashboardScopeProvider scope={scope}>
        <TileActionsProvider actions={actions}>{props.children}</TileActionsProvider>
      </DashboardScopeProvider>
    </QueryClientProvider>
  );
}

/** The answer to the asset list, for `answers`. */
export function assetListAnswer(list: readonly assets.Asset[]) {
  return [queryKeys.assets, { reply: list, etag: null }] as const;
}

/** A query client that knows the given answers and asks nobody for more. */
function answering(answers: readonly (readonly [readonly unknown[], unknown])[]): QueryClient {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
  for (const [key, answer] of [assetListAnswer([]), ...answers]) client.setQueryData(key, answer);
  return client;
}
