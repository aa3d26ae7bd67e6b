import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type escalations, permissionId } from '@telltale/contract';
import { useState } from 'react';
import { escalationsQuery } from '#api/alerts/alert-queries.ts';
import { OnCallNow } from '#pages/administration/OnCallNow.tsx';
import { Pending } from '#pages/Pending.tsx';
import { useMay } from '#session/session-store.ts';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { SmallTable, ToolsCell } from '#ui/table/SmallTable.tsx';
import { EscalationDialog } from './EscalationDialog.tsx';
import { stepsWords } from './escalation-words.ts';
import classes from './escalations.module.css';

/** Who is told next when those who are told of an alarm do not acknowledge it. */
export function Escalations() {
  const list = useQuery(escalationsQuery);
  const mayChange = useMay(permissionId('Alerts', 'Modify'));
  const [edited, setEdited] = useState<escalations.Escalation>();
  return (
    <div className={classes.tab}>
      <p className={classes.lead}>
        When nobody acknowledges an alarm in time, the next group is told, and the one after it. It ends when the alarm
        is acknowledged, closed or shelved.
      </p>
      <Pending query={list} label="Loading escalations" failure="The escalations could not be loaded." rows={4} />
      {list.data?.length === 0 ? (
        <EmptyState title="No user group is told of anything yet.">
          Who is told of which assets is set by the bell beside an asset group, in Users and groups.
        </EmptyState>
      ) : null}
      {list.data && list.data.length > 0 ? (
        <SmallTable
          label="Escalations"
          headers={['Told first', 'Of', 'When nobody acknowledges']}
          toolsLabel="Change"
          isStacked
        >
          {list.data.map((one) => (
            <tr key={`${one.userGroupId} ${one.assetGroupId}`}>
              <td className={classes.name}>
                {one.onCallOnly ? `Who is on call of ${one.userGroupName}` : one.userGroupName}
                <OnCallNow userGroupId={one.userGroupId} className={classes.onCall} />
              </td>
              <td className={classes.name}>
                {one.assetGroupName}, severity {one.severityMin} to {one.severityMax}
              </td>
              <td className={classes.name}>
                {stepsWords(one.steps)}
                {one.steps.map((step) => (
                  <OnCallOfStep key={`${step.userGroupId} ${step.minutes}`} step={step} />
                ))}
              </td>
              <ToolsCell>
                {mayChange ? (
                  <Button
                    variant="default"
                    size="compact-sm"
                    aria-label={`Change who is told next of ${one.assetGroupName} after ${one.userGroupName}`}
                    onClick={() => setEdited(one)}
                  >
                    Change
                  </Button>
                ) : null}
              </ToolsCell>
            </tr>
          ))}
        </SmallTable>
      ) : null}
      {edited ? <EscalationDialog escalation={edited} onClose={() => setEdited(undefined)} /> : null}
    </div>
  );
}

/** Who will be called at a step, where it is one person. */
function OnCallOfStep({ step }: { step: escalations.EscalationStep }) {
  if (!step.onCallOnly) return null;
  return <OnCallNow userGroupId={step.userGroupId} className={classes.onCall} />;
}
