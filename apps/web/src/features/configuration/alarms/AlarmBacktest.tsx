import { Button, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { permissionId } from '@telltale/contract';
import { useState } from 'react';
import { messageOf } from '#api/api-error.ts';
import { assetListQuery } from '#api/asset-queries.ts';
import { useMay } from '#session/session-store.ts';
import { BacktestOutcome } from '#tile-kit/alarm-overrides/BacktestOutcome.tsx';
import { isSameRule, type Rule, useBacktest } from '#tile-kit/alarm-overrides/use-backtest.ts';
import { Problem } from '../page/Problem.tsx';
import { useZone } from '../page/use-zone.ts';
import type { AlarmFields } from './alarm-fields.ts';
import classes from './alarms.module.css';

const HOUR_MS = 3_600_000;
/** It is tried anew once nothing was typed for so long. */
const TYPING_MS = 500;
const SPANS = [
  { value: '24', label: 'last 24 hours' },
  { value: '168', label: 'last 7 days' },
  { value: '720', label: 'last 30 days' },
];

interface AlarmBacktestProps {
  assetDefinitionId: number;
  fields: AlarmFields;
  /** As they are stored; undefined for a new alarm. */
  stored: AlarmFields | undefined;
  dataItems: readonly { dataItemId: number; label: string }[];
  /** Whether the expression holds. */
  isReady: boolean;
}

/**
 * When the alarm would have been raised in what an asset recorded, beside the rule in force. Once it was asked for it
 * follows what is typed. Nothing for who may not read history.
 */
export function AlarmBacktest({ assetDefinitionId, fields, stored, dataItems, isReady }: AlarmBacktestProps) {
  const zone = useZone();
  const mayRead = useMay(permissionId('HistoricalDataItems', 'View'));
  const own = (useQuery({ ...assetListQuery, enabled: mayRead }).data ?? []).filter(
    (asset) => asset.assetDefinitionId === assetDefinitionId,
  );
  const [chosen, setChosen] = useState<string | null>(null);
  const [hours, setHours] = useState('24');
  const assetId = chosen ?? (own[0] === undefined ? null : String(own[0].assetId));
  /** Until when; undefined: it was not asked for. */
  const [toMs, setToMs] = useState<number>();
  const written = ruleOf(fields);
  const [rule] = useDebouncedValue(written, TYPING_MS);
  const isOn = toMs !== undefined && assetId !== null;
  const span = { fromMs: (toMs ?? 0) - Number(hours) * HOUR_MS, toMs: toMs ?? 0 };
  const of = { assetId: Number(assetId), dataItems, span };
  const test = useBacktest({ ...of, rule, isWanted: isOn && isReady && isSameRule(rule, written) });
  const inForce = stored === undefined ? undefined : ruleOf(stored);
  const hasOther = inForce !== undefined && inForce.expression.trim() !== '' && !isSameRule(inForce, rule);
  const before = useBacktest({ ...of, rule: inForce ?? rule, isWanted: isOn && hasOther });

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
          loading={test.isFetching}
          onClick={() => setToMs(Date.now())}
        >
          Back-test
        </Button>
      </div>
      <Problem text={test.error ? messageOf(test.error) : undefined} />
      {isOn && isReady && test.data ? (
        <BacktestOutcome outcome={test.data} before={hasOther ? before.data : undefined} zone={zone} />
      ) : null}
    </section>
  );
}

function ruleOf({ expression, onDelay, offDelay, deadband }: AlarmFields): Rule {
  return { expression, onDelay: onDelay ?? 0, offDelay: offDelay ?? 0, deadband: deadband ?? 0 };
}
