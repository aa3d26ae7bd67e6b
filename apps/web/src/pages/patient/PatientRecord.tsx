import { Button, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type EpochMs, permissionId } from '@telltale/contract';
import type { ReactNode } from 'react';
import { patientInfoQuery } from '#api/patients/patient-queries.ts';
import { useLeaveGuard } from '#pages/leave-guard.ts';
import { Pending } from '#pages/Pending.tsx';
import { useMay } from '#session/session-store.ts';
import { Meanwhile } from './Meanwhile.tsx';
import { PatientForm } from './PatientForm.tsx';
import { PatientSheet } from './PatientSheet.tsx';
import classes from './patient.module.css';
import { isChanged, readPatient } from './patient-info.ts';
import { usePatientAt } from './use-patient-at.ts';
import { usePatientEdit } from './use-patient-edit.ts';

interface PatientRecordProps {
  assetId: number;
  title: string;
  /** A past moment, which can only be read; absent: now. */
  pastMs?: EpochMs | undefined;
  /** Beside what the tools of a tile take of its upper corner. */
  isInTile?: boolean;
}

const LOADING = {
  label: 'Loading the patient information',
  failure: 'The patient information could not be loaded.',
  rows: 4,
};

/** Contact, conditions and medications of a patient; read-only until Edit Mode is on, and turning it off saves (spec 1 §4). */
export function PatientRecord(props: PatientRecordProps) {
  const mayView = useMay(permissionId('CustomPermission1', 'View'));
  if (!mayView) return <p className={classes.message}>You are missing permissions to view patient information.</p>;
  const { pastMs } = props;
  return pastMs === undefined ? <PatientNow {...props} /> : <PatientThen {...props} pastMs={pastMs} />;
}

function PatientNow({ assetId, title, isInTile = false }: PatientRecordProps) {
  const mayModify = useMay(permissionId('CustomPermission1', 'Modify'));
  const query = useQuery(patientInfoQuery(assetId));
  const edit = usePatientEdit(assetId);
  const { draft, problem } = edit;
  const stored = query.data && readPatient(query.data.info);
  useLeaveGuard({
    isActive: draft !== undefined && isChanged(draft.stored, draft.info),
    question: 'The patient information has changes that are not saved. Leave without them?',
    // The draft stays where it is while other pages of the portal are looked at.
    isHarmless: () => true,
  });

  return (
    <Frame
      title={title}
      isInTile={isInTile}
      tool={
        mayModify &&
        (stored !== undefined || draft !== undefined) && (
          <Switch
            label="Edit Mode"
            checked={draft !== undefined}
            disabled={edit.isSaving}
            onChange={({ currentTarget }) => {
              if (!currentTarget.checked) edit.end();
              else if (stored !== undefined && query.data !== undefined) edit.begin(stored, query.data.version);
            }}
          />
        )
      }
    >
      {problem !== undefined && (
        <p className={classes.problem} role="alert">
          Not saved. {problem}
        </p>
      )}
      {draft?.meanwhile !== undefined && <Meanwhile {...draft.meanwhile} onTake={edit.take} />}
      {draft === undefined ? (
        <>
          <Pending query={query} {...LOADING} />
          {query.data !== undefined && <Stored info={query.data.info} />}
        </>
      ) : (
        <>
          <PatientForm
            info={draft.info}
            strange={draft.stored.strange}
            isDisabled={edit.isSaving}
            onChange={edit.type}
          />
          <p className={classes.end}>
            Turning Edit Mode off saves.
            <Button size="compact-sm" variant="default" disabled={edit.isSaving} onClick={edit.discard}>
              Discard changes
            </Button>
          </p>
        </>
      )}
    </Frame>
  );
}

function PatientThen({ assetId, title, isInTile = false, pastMs }: PatientRecordProps & { pastMs: EpochMs }) {
  const mayModify = useMay(permissionId('CustomPermission1', 'Modify'));
  const query = usePatientAt(assetId, pastMs);
  const hasDraft = usePatientEdit(assetId).draft !== undefined;
  return (
    <Frame
      title={title}
      isInTile={isInTile}
      tool={
        mayModify && (
          <Switch
            label="Edit Mode"
            checked={hasDraft}
            disabled
            title="You look at the past. Go back to live to edit."
            onChange={() => undefined}
          />
        )
      }
    >
      {/* What is being written waits for the way back from the past. */}
      <Pending query={query} {...LOADING} />
      {query.data !== undefined && <Stored info={query.data.info} />}
    </Frame>
  );
}

function Stored({ info }: { info: string | null }) {
  const patient = readPatient(info);
  if (patient === undefined) {
    return <p className={classes.message}>The stored patient information cannot be read. It is left as it is.</p>;
  }
  return <PatientSheet patient={patient} />;
}

interface FrameProps {
  title: string;
  isInTile: boolean;
  tool: ReactNode;
  children: ReactNode;
}

function Frame({ title, isInTile, tool, children }: FrameProps) {
  return (
    <div className={classes.record} data-in-tile={isInTile || undefined}>
      <div className={classes.head}>
        <span className={classes.title}>{title}</span>
        {tool}
      </div>
      <div className={classes.body}>{children}</div>
    </div>
  );
}
