import { ActionIcon } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import type { alarmDefinitions, alarms } from '@telltale/contract';
import { useState } from 'react';
import { expressionInForce, termsOf } from '#tile-kit/alarm-overrides/expression-in-force.ts';
import { OverrideForm } from '#tile-kit/alarm-overrides/OverrideForm.tsx';
import { useAlarmOverrides } from '#tile-kit/alarm-overrides/use-alarm-overrides.ts';
import { useDashboardScope } from '#tile-kit/dashboard-scope.tsx';
import { useIsPast } from '#tile-kit/dashboard-time.ts';
import type { TileViewProps } from '#tile-kit/define-tile.ts';
import { TileNotice } from '#tile-kit/frame/TileNotice.tsx';
import { useMay } from '#tile-kit/portal/use-may.ts';
import { severityFill, usePalette } from '#tile-kit/portal/use-palette.ts';
import { useCauseText } from '#tile-kit/readings/use-cause-text.ts';
import { whyOfAlarm } from '#tile-kit/readings/why-mark.ts';
import { isAsset } from '#tile-kit/records/record-list.ts';
import { useAlarmDefinitions } from '#tile-kit/records/use-alarm-definitions.ts';
import { useAlarms } from '#tile-kit/records/use-alarms.ts';
import { OfAssetsOnly } from '#tiles/shared/reading/OfAssetsOnly.tsx';
import { TileMessage } from '#tiles/shared/reading/TileMessage.tsx';
import { SkeletonBlock } from '#ui/feedback/Loading.tsx';
import classes from './alarm-expressions.module.css';
import type { AlarmExpressionsSettings } from './settings.ts';

const STATUS_WORDS = { 1: 'Open', 2: 'Acknowledged', 3: 'Escalated' } as const;
const METHOD_WORDS = { 0: '', 1: 'Override only', 2: 'Extended', 3: 'Combined' } as const;

/** What raises each alarm of the asset, whether it is raised, and how the asset differs from its definition. */
export function AlarmExpressionsTile({ settings }: TileViewProps<AlarmExpressionsSettings>) {
  const { asset } = useDashboardScope();
  const defined = useAlarmDefinitions();
  const raised = useAlarms();
  const { overrides } = useAlarmOverrides();
  const [edited, setEdited] = useState<number>();
  const mayModify = useMay('Alarms', 'Modify');
  const isPast = useIsPast();

  // What differs from the definition differs on one asset.
  if (!isAsset(asset.assetId)) return <OfAssetsOnly what="alarms" />;
  if (raised.state === 'forbidden') return <TileMessage>You are missing permissions to view alarms.</TileMessage>;
  const failed = [defined, raised].find((list) => list.state === 'error');
  if (failed) {
    return <TileNotice title="The alarms could not be loaded." text={failed.message} onRetry={failed.refresh} />;
  }
  if (defined.state !== 'ready' || raised.state !== 'ready') return <SkeletonBlock label="Loading alarms" />;
  const alarmOf = (id: number) => raised.items.find(({ alarmDefinitionId }) => alarmDefinitionId === id);
  const shown = defined.items.filter(({ alarmDefinitionId }) => settings.showAll || alarmOf(alarmDefinitionId));
  return (
    <div className={classes.tile}>
      <p className={classes.title}>{settings.title || 'Alarm expressions'}</p>
      {shown.length === 0 ? (
        <TileMessage>
          {defined.items.length === 0 ? 'This definition has no alarms.' : 'No alarm is raised.'}
        </TileMessage>
      ) : (
        <ul className={classes.list}>
          {shown.map((definition) => {
            const { alarmDefinitionId } = definition;
            const override = overrides.find((candidate) => candidate.alarmDefinitionId === alarmDefinitionId);
            return (
              <li key={alarmDefinitionId} className={classes.alarm}>
                <AlarmLine
                  definition={definition}
                  override={override}
                  alarm={alarmOf(alarmDefinitionId)}
                  onEdit={mayModify ? () => setEdited(alarmDefinitionId) : undefined}
                  isPast={isPast}
                />
                {edited === alarmDefinitionId && !isPast ? (
                  <OverrideForm
                    alarmDefinitionId={alarmDefinitionId}
                    override={override}
                    onDone={() => setEdited(undefined)}
                  />
                ) : null}
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}

interface AlarmLineProps {
  definition: alarmDefinitions.AlarmDefinition;
  override: alarmDefinitions.AlarmOverride | undefined;
  alarm: alarms.Alarm | undefined;
  onEdit: (() => void) | undefined;
  isPast: boolean;
}

function AlarmLine({ definition, override, alarm, onEdit, isPast }: AlarmLineProps) {
  const { name, severity, alarmExpression } = definition;
  const method = METHOD_WORDS[override?.overrideMethod ?? 0];
  const palette = usePalette();
  const causeText = useCauseText();
  return (
    <>
      <div className={classes.line}>
        <span
          className={classes.dot}
          data-raised={alarm !== undefined}
          style={{ '--severity': severityFill(palette, severity) } as React.CSSProperties}
        />
        <span className={classes.name}>{name}</span>
        {method === '' ? null : <span className={classes.method}>{method}</span>}
        <span className={classes.state}>{alarm === undefined ? 'Not raised' : STATUS_WORDS[alarm.alarmStatus]}</span>
        {onEdit === undefined ? null : (
          <ActionIcon
            size={24}
            aria-label={`Override ${name}`}
            title={isPast ? 'Alarms cannot be overridden in the past.' : 'Override'}
            disabled={isPast}
            onClick={onEdit}
          >
            <IconPencil size={14} />
          </ActionIcon>
        )}
      </div>
      <code className={classes.expression}>
        {expressionInForce(alarmExpression.expression, termsOf(override)) || 'No expression'}
      </code>
      {alarm === undefined ? null : (
        <p className={classes.cause} {...whyOfAlarm(alarm, alarm.lastRaised)}>
          {causeText(alarm)}
        </p>
      )}
    </>
  );
}
