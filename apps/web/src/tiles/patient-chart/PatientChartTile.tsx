import { Button, Switch } from '@mantine/core';
import { useState } from 'react';
import { useDashboardScope } from '#tile-kit/dashboard-scope.tsx';
import { useIsPast } from '#tile-kit/dashboard-time.ts';
import type { TileViewProps } from '#tile-kit/define-tile.ts';
import { useMay } from '#tile-kit/portal/use-may.ts';
import { isAsset } from '#tile-kit/records/record-list.ts';
import { useAttributes } from '#tile-kit/records/use-attributes.ts';
import { useSaveAttribute } from '#tile-kit/records/use-save-attribute.ts';
import { TileMessage } from '#tiles/shared/reading/TileMessage.tsx';
import { PatientForm } from './PatientForm.tsx';
import { PatientSheet } from './PatientSheet.tsx';
import classes from './patient-chart.module.css';
import { PATIENT_INFO, type PatientInfo, readPatientInfo } from './patient-info.ts';
import type { PatientChartSettings } from './settings.ts';

/** Contact, conditions and medications of a patient; read-only until Edit Mode is on, and turning it off saves (spec 1 §4). */
export function PatientChartTile({ settings }: TileViewProps<PatientChartSettings>) {
  const stored = useAttributes().get(PATIENT_INFO);
  const mayView = useMay('CustomPermission1', 'View');
  const holdsModify = useMay('CustomPermission1', 'Modify');
  const { asset } = useDashboardScope();
  // The sheet is an attribute of an asset: on a system's dashboard there is none to write to.
  const mayModify = holdsModify && isAsset(asset.assetId);
  const isPast = useIsPast();
  const save = useSaveAttribute(PATIENT_INFO);
  const [draft, setDraft] = useState<PatientInfo>();
  const info = readPatientInfo(stored);

  if (!mayView) return <TileMessage>You are missing permissions to view patient information.</TileMessage>;
  if (info === undefined) {
    return <TileMessage>The stored patient information cannot be read. It is left as it is.</TileMessage>;
  }
  const isEditing = draft !== undefined;

  function turn(isOn: boolean) {
    if (isOn) {
      save.reset();
      setDraft(info);
      return;
    }
    if (draft === undefined) return;
    if (JSON.stringify(draft) === JSON.stringify(info)) setDraft(undefined);
    // The draft stays in sight until the portal has it.
    else save.mutate(JSON.stringify(draft), { onSuccess: () => setDraft(undefined) });
  }

  return (
    <div className={classes.tile}>
      <div className={classes.head}>
        <span className={classes.title}>{settings.title || 'Patient'}</span>
        {mayModify ? (
          <Switch
            label="Edit Mode"
            checked={isEditing}
            disabled={save.isPending || isPast}
            title={isPast ? 'You look at the past. Go back to live to edit.' : undefined}
            onChange={({ currentTarget }) => turn(currentTarget.checked)}
          />
        ) : null}
      </div>
      {save.error === null ? null : (
        <p className={classes.problem} role="alert">
          Not saved. {save.error.message}{' '}
          <Button size="compact-xs" variant="default" onClick={() => setDraft(undefined)}>
            Discard changes
          </Button>
        </p>
      )}
      <div className={classes.body}>
        {/* What is being written waits for the way back from the past. */}
        {draft === undefined || isPast ? (
          <PatientSheet info={info} />
        ) : (
          <PatientForm info={draft} onChange={setDraft} />
        )}
      </div>
    </div>
  );
}
