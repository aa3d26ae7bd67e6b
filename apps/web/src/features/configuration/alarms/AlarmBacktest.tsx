import { Button, Select } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type AssetId, alarmDefinitions, permissionId } from '@telltale/contract';
import { useState } from 'react';
import { messageOf } from '#api/api-error.ts';
import { assetListQuery } from '#api/asset-queries.ts';
import { callApi } from '#api/client.ts';
import { useMay } from '#session/session-store.ts';
import { type Backtest, BacktestOutcome } from '#tile-kit/alarm-overrides/BacktestOutcome.tsx';
import { expressionVariables } from '#tile-kit/alarm-overrides/expression-variables.ts';
import { Problem } from '../page/Problem.tsx';
import { useZone } from '../page/use-zone.ts';
import type { AlarmFields } from './alarm-fields.ts';
import classes from './alarms.module.css';

const HOUR_MS = 3_600_000;
const SPANS = [
  { value: '24', label: 'last 24 hours' },
  { value: '168', label: 'last 7 days' },
  { value: '720', label: 'last 30 days' },
];

interface AlarmBacktestProps {
  assetDefinitionId: number;
  fields: AlarmFields;
  dataItems: readonly { dataItemId: number; label: string }[];
  /** Whether the expression holds. */
  isReady: boolean;
}

/** When the alarm would have been raised in what an asset recorded. Nothing for who may not read history. */
export function AlarmBacktest({ assetDefinitionId, fields, dataItems, isReady }: AlarmBacktestProps) {
  const zone = useZone();
  const mayRead = useMay(permissionId('HistoricalDataItems', 'View'));
  const own = (useQuery({ ...assetListQuery, enabled: mayRead }).data ?? []).filter(
    (asset) => asset.assetDefinitionId === assetDefinitionId,
  );
  const [chosen, setChosen] = useState<string | null>(null);
  const [hours, setHours] = useState('24');
  const assetId = chosen ?? (own[0] === undefined ? null : String(own[0].assetId));
  const { onDelay, offDelay, deadband, expression } = fields;
  const test = useMutation({
    mutationFn: async (): Promise<Backtest> => {
      const toMs = Date.now();
      const fromMs = toMs - Number(hours) * HOUR_MS;
      const reply = await callApi(alarmDefinitions.backtestAlarm, {
        body: {
          assetId: Number(assetId) as AssetId,
          expression,
          variables: expressionVariables(expression, dataItems),
          onDelay: onDelay ?? 0,
          offDelay: offDelay ?? 0,
          deadband: deadband ?? 0,
          from: new Date(fromMs).toISOString(),
          to: new Date(toMs).toISOString(),
        },
      });
      return { ...reply, fromMs, toMs };
    },
  });

  if (!mayRead || own.length === 0) return null;
  return (
    <section className={classes.backtest} aria-label="Try on history">
      <div className={classes.backtestBar}>
        <Select
          label="Try on the history of"
          className={classes.insert ?? ''}
          data={own.map((asset) => ({ value: String(asset.assetId), label: asset.assetAlias || asset.serialNumber }))}
          searchable
          limit={100}
          allowDeselect={false}
          value={assetId}
          onChange={setChosen}
        />
        <Select
          label="Over the"
          data={SPANS}
          allowDeselect={false}
          value={hours}
          onChange={(value) => setHours(value ?? '24')}
        />
        <Button
          variant="default"
          leftSection={<IconHistory size={15} aria-hidden />}
          disabled={!isReady || assetId === null}
          loading={test.isPending}
          onClick={() => test.mutate()}
        >
          Back-test
        </Button>
      </div>
      <Problem text={test.error ? messageOf(test.error) : undefined} />
      {test.data ? <BacktestOutcome outcome={test.data} zone={zone} /> : null}
    </section>
  );
}
