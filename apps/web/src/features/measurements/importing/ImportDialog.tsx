import { Button, Group, Modal, Select, Stack } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type measurementImports as Imports, measurementImports, type measurements } from '@telltale/contract';
import { type ItemNames, itemName, itemNames } from '@telltale/domain';
import { useState } from 'react';
import { messageOf } from '#api/api-error.ts';
import { assetListQuery } from '#api/asset-queries.ts';
import { callApi } from '#api/client.ts';
import { currentValuesQuery } from '#api/dashboard-queries.ts';
import { Pending } from '#pages/Pending.tsx';
import { useOwnZone } from '#pages/use-own-zone.ts';
import { ImportJobs } from './ImportJobs.tsx';
import { ImportRow } from './ImportRow.tsx';
import { type GroupOfFile, importListQuery, importPreviewQuery } from './import-queries.ts';
import classes from './importing.module.css';
import { isImported, suggested } from './suggest.ts';
import { TimesFields } from './TimesFields.tsx';
import { firstTimes, timesOf } from './times-draft.ts';

interface ImportDialogProps {
  of: GroupOfFile;
  channels: readonly measurements.Channel[];
  /** Names of those that are plotted: they are offered first. */
  drawn: ReadonlySet<string>;
  onClose: () => void;
}

/** Stores channels in the history of an asset: which into which data item, when they were measured, and what would come of it. */
export function ImportDialog({ of, channels, drawn, onClose }: ImportDialogProps) {
  const zone = useOwnZone();
  const [assetId, setAssetId] = useState<number>();
  const [times, setTimes] = useState(() => firstTimes(channels));
  const list = useQuery(assetListQuery);
  const names = (list.data ?? []).map((one) => ({
    value: String(one.assetId),
    label: one.assetAlias || one.serialNumber,
  }));
  return (
    <Modal opened onClose={onClose} title="Import into an asset" size="lg">
      <Stack gap="sm">
        <Select
          label="Asset"
          placeholder="Choose an asset"
          data={names}
          searchable
          limit={100}
          allowDeselect={false}
          value={assetId === undefined ? null : String(assetId)}
          onChange={(value) => setAssetId(value === null ? undefined : Number(value))}
        />
        <Pending query={list} label="Loading assets" failure="The assets could not be loaded." rows={1} />
        <TimesFields draft={times} onDraft={setTimes} channels={channels} zone={zone} />
        {assetId === undefined ? (
          <p className={classes.dim}>Choose the asset whose history the values become part of.</p>
        ) : (
          <Mapping key={assetId} {...{ of, channels, drawn, assetId, zone }} times={timesOf(times, channels, zone)} />
        )}
        <ImportJobs />
      </Stack>
    </Modal>
  );
}

interface MappingProps extends Omit<ImportDialogProps, 'onClose'> {
  assetId: number;
  times: Imports.ImportTimes | undefined;
  zone: string;
}

/** Channels by name; undefined: offered, and not mapped to a data item yet. */
type Chosen = ReadonlyMap<string, number | undefined>;

function Mapping({ of, channels, drawn, assetId, times, zone }: MappingProps) {
  const client = useQueryClient();
  const items = useQuery(currentValuesQuery(assetId));
  const [chosen, setChosen] = useState<Chosen>();
  const rows = chosen ?? offered(channels, drawn, suggested(channels, items.data ?? []));
  const set = (name: string, dataItemId: number | undefined) => setChosen(new Map(rows).set(name, dataItemId));
  const mapped = [...rows].flatMap(([channel, dataItemId]) =>
    dataItemId === undefined ? [] : [{ channel, dataItemId }],
  );
  const taken = new Set(mapped.map(({ dataItemId }) => dataItemId));
  const body =
    times !== undefined && mapped.length > 0
      ? ({ assetId, times, channels: mapped } as Imports.ImportRequest)
      : undefined;
  const preview = useQuery({
    ...importPreviewQuery(of, body ?? ({ assetId: 0, times: { kind: 'waveform' }, channels: [] } as never)),
    enabled: body !== undefined,
  });
  const start = useMutation({
    mutationFn: (asked: Imports.ImportRequest) =>
      callApi(measurementImports.startMeasurementImport, { params: of, body: asked }),
    onSettled: () => client.invalidateQueries({ queryKey: importListQuery.queryKey }),
  });
  const told = body === undefined || preview.error ? [] : (preview.data ?? []);
  const others = channels.filter((one) => isImported(one) && !rows.has(one.name));
  const isReady = body !== undefined && !preview.isFetching && told.some(({ points }) => points > 0);
  if (items.data === undefined) {
    return <Pending query={items} label="Loading data items" failure="The data items could not be loaded." rows={3} />;
  }
  return (
    <>
      <ul className={classes.rows} aria-label="Channels and data items">
        {channels.flatMap((channel) =>
          rows.has(channel.name) ? (
            <ImportRow
              key={channel.name}
              channel={channel}
              items={(items.data ?? []).map((item) => ({
                value: String(item.dataItemId),
                label: nameWithUnit(item),
                names: itemNames(item),
                disabled:
                  item.isCalculated === true ||
                  (taken.has(item.dataItemId) && rows.get(channel.name) !== item.dataItemId),
              }))}
              dataItemId={rows.get(channel.name)}
              onItem={(dataItemId) => set(channel.name, dataItemId)}
              onRemove={() => setChosen(new Map([...rows].filter(([name]) => name !== channel.name)))}
              told={told.find((one) => one.channel === channel.name && one.dataItemId === rows.get(channel.name))}
              zone={zone}
            />
          ) : (
            []
          ),
        )}
      </ul>
      {others.length > 0 && rows.size < measurementImports.MOST_IMPORTED ? (
        <Select
          aria-label="Add a channel"
          placeholder="Add a channel"
          data={others.map(({ name }) => name)}
          searchable
          limit={100}
          value={null}
          onChange={(name) => (name === null ? undefined : set(name, undefined))}
        />
      ) : null}
      {items.data.length === 0 ? <p className={classes.dim}>The asset has no data items.</p> : null}
      {preview.error && body !== undefined ? (
        <p className={classes.problem} role="alert">
          {messageOf(preview.error)}
        </p>
      ) : null}
      {start.error ? (
        <p className={classes.problem} role="alert">
          {messageOf(start.error)}
        </p>
      ) : null}
      <p className={classes.dim}>
        Values become history as if they had come late: charts and alarms take them as any other, and the journal keeps
        who imported them.
      </p>
      <Group justify="flex-end">
        <Button
          loading={start.isPending}
          disabled={!isReady}
          onClick={() => (body === undefined ? undefined : start.mutate(body))}
        >
          Import
        </Button>
      </Group>
    </>
  );
}

/** Those that are plotted, and those for which there is a data item. */
function offered(
  channels: readonly measurements.Channel[],
  drawn: ReadonlySet<string>,
  found: ReadonlyMap<string, number>,
): Chosen {
  return new Map(
    channels
      .filter((one) => found.has(one.name) || (drawn.has(one.name) && isImported(one)))
      .slice(0, measurementImports.MOST_IMPORTED)
      .map(({ name }) => [name, found.get(name)]),
  );
}

const nameWithUnit = (item: ItemNames & { unit: string }) =>
  `${itemName(item)}${item.unit === '' ? '' : ` (${item.unit})`}`;
