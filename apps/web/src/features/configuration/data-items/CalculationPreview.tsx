import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type alarmDefinitions, type calculations, type DataItemId, permissionId } from '@telltale/contract';
import { formatBriefly } from '@telltale/domain';
import { useState } from 'react';
import { messageOf } from '#api/api-error.ts';
import { assetListQuery } from '#api/asset-queries.ts';
import { useMay } from '#session/session-store.ts';
import { CoursePicture } from '#ui/CoursePicture.tsx';
import { SkeletonRows } from '#ui/feedback/Loading.tsx';
import panel from '../definitions/panel.module.css';
import { Problem } from '../page/Problem.tsx';
import { calculationPreviewQuery } from './calculation-queries.ts';
import classes from './data-items.module.css';

const DAY_MS = 86_400_000;

interface CalculationPreviewProps {
  assetDefinitionId: number;
  dataItemId: number | undefined;
  expression: string;
  variables: readonly alarmDefinitions.ExpressionVariable[];
  /** Whether the expression holds. */
  isReady: boolean;
  unit: string;
}

/** What an expression would have given in the last 24 hours of an asset. Nothing for who may not read history. */
export function CalculationPreview(props: CalculationPreviewProps) {
  const { assetDefinitionId, dataItemId, expression, variables, isReady, unit } = props;
  const mayRead = useMay(permissionId('HistoricalDataItems', 'View'));
  const own = (useQuery({ ...assetListQuery, enabled: mayRead }).data ?? []).filter(
    (asset) => asset.assetDefinitionId === assetDefinitionId,
  );
  const [chosen, setChosen] = useState<string | null>(null);
  const [toMs] = useState(() => Date.now());
  const assetId = Number(chosen ?? own[0]?.assetId ?? 0);
  const body = {
    expression,
    variables: [...variables],
    ...(dataItemId === undefined ? {} : { dataItemId: dataItemId as DataItemId }),
    from: new Date(toMs - DAY_MS).toISOString(),
    to: new Date(toMs).toISOString(),
  };
  const preview = useQuery({
    ...calculationPreviewQuery(assetId, body),
    enabled: mayRead && isReady && assetId !== 0,
  });
  if (!mayRead || own.length === 0) return null;
  return (
    <section className={classes.trial} aria-label="Last 24 hours">
      <Select
        label="Last 24 hours of"
        size="xs"
        className={classes.asset ?? ''}
        data={own.map((asset) => ({ value: String(asset.assetId), label: asset.assetAlias || asset.serialNumber }))}
        searchable
        limit={100}
        allowDeselect={false}
        value={String(assetId)}
        onChange={setChosen}
      />
      {!isReady ? <p className={panel.note}>It is drawn here once the expression holds.</p> : null}
      {isReady && preview.isPending ? <SkeletonRows rows={2} label="Calculating" /> : null}
      <Problem text={isReady && preview.error ? messageOf(preview.error) : undefined} />
      {isReady && preview.data && !preview.error ? (
        <Outcome preview={preview.data} from={toMs / 1_000 - DAY_MS / 1_000} to={toMs / 1_000} unit={unit} />
      ) : null}
    </section>
  );
}

interface OutcomeProps {
  preview: calculations.CalculationPreview;
  from: number;
  to: number;
  unit: string;
}

function Outcome({ preview, from, to, unit }: OutcomeProps) {
  const { times, values, count, without, last, reason } = preview;
  const numbers = values.filter((value) => value !== null);
  const withUnit = (text: string) => (unit.trim() === '' ? text : `${text} ${unit.trim()}`);
  const span = withUnit(`${formatBriefly(Math.min(...numbers))} to ${formatBriefly(Math.max(...numbers))}`);
  const lastText = last?.stringValue ?? (last?.value == null ? undefined : withUnit(formatBriefly(last.value)));
  return (
    <>
      {numbers.length > 0 ? (
        <CoursePicture times={times} values={values} from={from} to={to} title={`From ${span}`} />
      ) : null}
      <p className={panel.note} role="status">
        {count === 0
          ? 'No value: none of its data items had one in this time.'
          : `${count.toLocaleString('en-US')} values`}
        {numbers.length > 0 ? `, ${span}` : ''}
        {lastText === undefined ? '' : `; the last is ${lastText}`}
        {without > 0 ? `; at ${without.toLocaleString('en-US')} of the moments there is none` : ''}
        {reason === null ? '' : `. At last there is none: ${reason}`}
      </p>
    </>
  );
}
