import { Button, Select } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { permissionId } from '@telltale/contract';
import { useMemo, useState } from 'react';
import { assetListQuery } from '#api/asset-queries.ts';
import { withAliases } from '#pages/item-aliases.ts';
import { useMay } from '#session/session-store.ts';
import { AllAssets } from '#tile-kit/alarm-overrides/AllAssets.tsx';
import { RuleTrial } from '#tile-kit/alarm-overrides/RuleTrial.tsx';
import { isSameRule, type Rule } from '#tile-kit/alarm-overrides/use-backtest.ts';
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
  /** Undefined: it is a new alarm. */
  alarmDefinitionId: number | undefined;
  fields: AlarmFields;
  /** As they are stored; undefined for a new alarm. */
  stored: AlarmFields | undefined;
  dataItems: readonly { dataItemId: number; label: string }[];
  /** Whether the expression holds. */
  isReady: boolean;
  /** What was dragged. */
  onRule: (part: Partial<Rule>) => void;
}

/**
 * When the alarm would have been raised in what an asset recorded, beside the rule in force. Once it was asked for it
 * follows what is typed. Nothing for who may not read history.
 */
export function AlarmBacktest(props: AlarmBacktestProps) {
  const { assetDefinitionId, alarmDefinitionId, fields, stored, dataItems, isReady, onRule } = props;
  const zone = useZone();
  const mayRead = useMay(permissionId('HistoricalDataItems', 'View'));
  const own = (useQuery({ ...assetListQuery, enabled: mayRead }).data ?? []).filter(
    (asset) => asset.assetDefinitionId === assetDefinitionId,
  );
  const [chosen, setChosen] = useState<string | null>(null);
  const [hours, setHours] = useState('24');
  const assetId = chosen ?? (own[0] === undefined ? null : String(own[0].assetId));
  const asset = own.find((one) => String(one.assetId) === assetId);
  const named = useMemo(() => (asset ? withAliases(dataItems, asset) : dataItems), [dataItems, asset]);
  /** Until when; undefined: it was not asked for. */
  const [toMs, setToMs] = useState<number>();
  const rule = ruleOf(fields);
  const isOn = toMs !== undefined && assetId !== null;
  const span = { fromMs: (toMs ?? 0) - Number(hours) * HOUR_MS, toMs: toMs ?? 0 };
  const inForce = stored === undefined ? undefined : ruleOf(stored);

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
          onClick={() => setToMs(Date.now())}
        >
          Back-test
        </Button>
      </div>
      {isOn ? (
        <>
          <RuleTrial
            assetId={Number(assetId)}
            overrideOf={alarmDefinitionId}
            rule={rule}
            inForce={inForce}
            dataItems={named}
            span={span}
            isReady={isReady}
            zone={zone}
            isWhole
            onChange={onRule}
          />
          {own.length > 1 ? (
            <AllAssets
              alarmDefinitionId={alarmDefinitionId}
              assets={own.map((asset) => ({ assetId: asset.assetId, name: asset.assetAlias || asset.serialNumber }))}
              rule={rule}
              inForce={inForce && !isSameRule(inForce, rule) ? inForce : undefined}
              dataItems={dataItems}
              span={span}
              isReady={isReady}
            />
          ) : null}
        </>
      ) : null}
    </section>
  );
}

function ruleOf({ expression, onDelay, offDelay, deadband }: AlarmFields): Rule {
  return { expression, onDelay: onDelay ?? 0, offDelay: offDelay ?? 0, deadband: deadband ?? 0 };
}
