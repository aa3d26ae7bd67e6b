import { Button, Group, Modal, Progress, Select, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type AssetDefinitionId, type AssetId, calculations, type definitions } from '@telltale/contract';
import { formatDateTime } from '@telltale/domain/format/time.ts';
import { useState } from 'react';
import { assetListQuery } from '#api/asset-queries.ts';
import { callApi } from '#api/client.ts';
import { clockValue, isoOfClock } from '#ui/form/clock-value.ts';
import { MomentField } from '#ui/form/moment/MomentField.tsx';
import panel from '../definitions/panel.module.css';
import { Problem } from '../page/Problem.tsx';
import { useChange } from '../page/use-change.ts';
import { useZone } from '../page/use-zone.ts';
import { isUnderWay, recalculationsQuery } from './calculation-queries.ts';
import classes from './data-items.module.css';

const DAY_MS = 86_400_000;
const ALL = 'all';

interface RecalculateDialogProps {
  assetDefinitionId: number;
  item: definitions.DataItemDefinition;
  onClose: () => void;
}

/** Calculates a data item again for a range of the past; how far it is, and a way to end it. */
export function RecalculateDialog({ assetDefinitionId, item, onClose }: RecalculateDialogProps) {
  const zone = useZone();
  const assets = (useQuery(assetListQuery).data ?? []).filter((one) => one.assetDefinitionId === assetDefinitionId);
  const [range, setRange] = useState(() => {
    const nowMs = Date.now();
    return {
      from: clockValue(new Date(nowMs - DAY_MS).toISOString(), zone),
      to: clockValue(new Date(nowMs).toISOString(), zone),
    };
  });
  const [assetId, setAssetId] = useState(ALL);
  const [from, to] = [isoOfClock(range.from, zone), isoOfClock(range.to, zone)];
  const isRange = from !== null && to !== null && Date.parse(from) < Date.parse(to);
  const { change, isBusy, problem } = useChange();
  const reload = [recalculationsQuery.queryKey];

  const start = () => {
    if (!isRange) return;
    const body = {
      assetDefinitionId: assetDefinitionId as AssetDefinitionId,
      dataItemId: item.dataItemId,
      from,
      to,
      ...(assetId === ALL ? {} : { assetId: Number(assetId) as AssetId }),
    };
    void change({ reload, make: () => callApi(calculations.startRecalculation, { body }) });
  };
  return (
    <Modal opened onClose={onClose} title={`Recalculate ${item.label}`} size="md">
      <Stack gap="sm">
        <p className={panel.note}>
          The values of this range are replaced by what the expression gives of what is recorded now; what is calculated
          from them follows. No alarm is raised again. The journal keeps who did it.
        </p>
        <Select
          label="Assets"
          data={[
            {
              value: ALL,
              label: assets.length === 1 ? 'The one asset in sight' : `All ${assets.length} assets in sight`,
            },
            ...assets.map((one) => ({ value: String(one.assetId), label: one.assetAlias || one.serialNumber })),
          ]}
          searchable
          limit={100}
          allowDeselect={false}
          value={assetId}
          onChange={(value) => setAssetId(value ?? ALL)}
        />
        <Group grow>
          <MomentField label="From" zone={zone} value={range.from} onChange={(from) => setRange({ ...range, from })} />
          <MomentField
            label="To"
            zone={zone}
            value={range.to}
            error={isRange ? undefined : 'It must lie behind From.'}
            onChange={(to) => setRange({ ...range, to })}
          />
        </Group>
        <Problem text={problem} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
          <Button loading={isBusy} disabled={!isRange || assets.length === 0} onClick={start}>
            Recalculate
          </Button>
        </Group>
        <Jobs dataItemId={item.dataItemId} assetDefinitionId={assetDefinitionId} zone={zone} />
      </Stack>
    </Modal>
  );
}

function Jobs({
  dataItemId,
  assetDefinitionId,
  zone,
}: {
  dataItemId: number;
  assetDefinitionId: number;
  zone: string;
}) {
  const { data, error } = useQuery({ ...recalculationsQuery, refetchOnMount: 'always' });
  const { change, problem } = useChange();
  const jobs = (data ?? []).filter(
    (job) => job.dataItemId === dataItemId && job.assetDefinitionId === assetDefinitionId,
  );
  if (error) return <Problem text="What was asked for before could not be loaded." />;
  if (jobs.length === 0) return null;
  const cancel = (jobId: string) =>
    change({
      reload: [recalculationsQuery.queryKey],
      make: () => callApi(calculations.cancelRecalculation, { params: { jobId } }),
    });
  const time = (iso: string) => formatDateTime(Date.parse(iso), zone);
  return (
    <ul className={classes.jobs} aria-label="Recalculations">
      {jobs.slice(0, 5).map((job) => (
        <li key={job.jobId} className={classes.job}>
          <span>
            {time(job.from)} – {time(job.to)}
          </span>
          <span className={classes.dim} role={isUnderWay(job) ? 'status' : undefined}>
            {stateText(job)}
          </span>
          {isUnderWay(job) ? (
            <Group gap="xs" wrap="nowrap">
              <Progress className={classes.progress ?? ''} value={100 * job.share} aria-label={stateText(job)} />
              <Button size="compact-xs" variant="default" onClick={() => void cancel(job.jobId)}>
                Cancel
              </Button>
            </Group>
          ) : null}
        </li>
      ))}
      <Problem text={problem} />
    </ul>
  );
}

function stateText({ state, assets, assetsDone, points, share, message }: calculations.Recalculation): string {
  const written = `${points.toLocaleString('en-US')} ${points === 1 ? 'value' : 'values'}`;
  switch (state) {
    case 'queued':
      return 'Waiting for its turn…';
    case 'running':
      return `${Math.floor(100 * share)} %, ${assetsDone} of ${assets} ${assets === 1 ? 'asset' : 'assets'}`;
    case 'done':
      return `Done: ${written} written.`;
    case 'cancelled':
      return `Cancelled: ${written} written before.`;
    case 'failed':
      return `It failed. ${message ?? ''}`;
  }
}
