import { NumberInput, Select } from '@mantine/core';
import { keepPreviousData, usePrefetchQuery, useQuery } from '@tanstack/react-query';
import { permissionId } from '@telltale/contract';
import { useMemo, useState } from 'react';
import { Link } from 'wouter';
import { assetListQuery } from '#api/asset-queries.ts';
import { Pending } from '#pages/Pending.tsx';
import { useAddressParams } from '#pages/use-address-params.ts';
import { useMay } from '#session/session-store.ts';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { Page } from '#ui/page/Page.tsx';
import { BadActors } from './BadActors.tsx';
import { CurePanel } from './cure/CurePanel.tsx';
import { FigureList } from './FigureList.tsx';
import { FloodList } from './FloodList.tsx';
import { figuresOf } from './figures.ts';
import classes from './health.module.css';
import {
  type HealthAddress,
  readHealthAddress,
  type SpanName,
  spans,
  timesOf,
  writeHealthAddress,
} from './health-address.ts';
import { alarmHealthQuery, FLOODS_AT_FIRST, floodsQuery } from './health-queries.ts';
import { Priorities } from './Priorities.tsx';
import { RateCourse } from './RateCourse.tsx';

/** How healthy the alarms of all assets in sight are: the load on operators, which alarms make it, and what would cure those. */
export function HealthPage() {
  const { params, set } = useAddressParams();
  const address = useMemo(() => readHealthAddress(params), [params]);
  const { span, operators, assetDefinitionId } = address;
  const change = (part: Partial<HealthAddress>) => set(writeHealthAddress({ ...address, ...part }));
  const [nowMs, setNowMs] = useState(() => Date.now());
  const times = timesOf(span, nowMs);
  const asked = { ...times, operators, ...(assetDefinitionId === undefined ? {} : { assetDefinitionId }) };
  const query = useQuery({
    ...alarmHealthQuery(asked),
    placeholderData: keepPreviousData,
  });
  // Asked for beside the figures, which the portal finds in the same records.
  usePrefetchQuery(floodsQuery({ ...asked, limit: FLOODS_AT_FIRST }));
  const { data } = query;
  const opened = data?.alarms.find((one) => one.alarmDefinitionId === address.alarmDefinitionId);
  const days = spans.find(({ name }) => name === span)?.days ?? 7;
  return (
    <Page
      title="Alarm health"
      columnWidth={1200}
      head={
        <Link href="/alarms" className={classes.back}>
          All alarms
        </Link>
      }
    >
      <search className={classes.choices} aria-label="What is looked at">
        <Select
          label="Time"
          data={spans.map(({ name, label }) => ({ value: name, label }))}
          allowDeselect={false}
          value={span}
          onChange={(value) => {
            setNowMs(Date.now());
            change({ span: (value ?? '7d') as SpanName });
          }}
        />
        <NumberInput
          label="Operators"
          min={1}
          max={1_000}
          allowDecimal={false}
          value={operators}
          onChange={(value) => typeof value === 'number' && value >= 1 && change({ operators: value })}
        />
        <DefinitionChoice value={assetDefinitionId} onChange={(id) => change({ assetDefinitionId: id })} />
      </search>
      <Pending query={query} label="Adding up the alarms" failure="The alarms could not be added up." rows={12} />
      {data?.alarms.length === 0 ? (
        <EmptyState title="No alarm was open in this time.">Choose a longer time to see more.</EmptyState>
      ) : null}
      {data && data.alarms.length > 0 ? (
        <div className={classes.parts} data-stale={query.isPlaceholderData}>
          <FigureList figures={figuresOf(data.figures, operators, days)} />
          <div className={classes.pictures}>
            <RateCourse course={data.course} stepSeconds={data.stepSeconds} operators={operators} />
            <Priorities of={data.figures.priorities} />
          </div>
          <FloodList asked={asked} />
          <BadActors
            alarms={data.alarms}
            kind={address.kind}
            opened={address.alarmDefinitionId}
            onKind={(kind) => change({ kind })}
            onOpen={(alarmDefinitionId) => change({ alarmDefinitionId })}
          />
        </div>
      ) : null}
      {opened ? (
        <CurePanel
          key={opened.alarmDefinitionId}
          alarm={opened}
          times={times}
          onClose={() => change({ alarmDefinitionId: undefined })}
        />
      ) : null}
    </Page>
  );
}

interface DefinitionChoiceProps {
  value: number | undefined;
  onChange: (assetDefinitionId: number | undefined) => void;
}

function DefinitionChoice({ value, onChange }: DefinitionChoiceProps) {
  const mayAssets = useMay(permissionId('Assets', 'View'));
  const list = useQuery({ ...assetListQuery, enabled: mayAssets }).data;
  const definitions = useMemo(() => {
    const names = new Map<string, string>();
    for (const { assetDefinition: one } of list ?? []) {
      names.set(String(one.assetDefinitionId), one.alias || one.assetDefinitionName);
    }
    return [...names].map(([id, label]) => ({ value: id, label }));
  }, [list]);
  if (!mayAssets) return null;
  return (
    <Select
      label="Definition"
      placeholder="All"
      data={definitions}
      searchable
      clearable
      limit={100}
      value={value === undefined ? null : String(value)}
      onChange={(id) => onChange(id === null ? undefined : Number(id))}
    />
  );
}
