import { useQuery } from '@tanstack/react-query';
import { permissionId, type SystemDefinitionId, systems } from '@telltale/contract';
import { useState } from 'react';
import { Link } from 'wouter';
import { callApi } from '#api/client.ts';
import { systemDefinitionListQuery, systemListQuery } from '#api/system-queries.ts';
import { useMay } from '#session/session-store.ts';
import { DynamicForm } from '#ui/dynamic-form/DynamicForm.tsx';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { placePath } from '../page/configuration-address.ts';
import { NewEntryForm } from '../page/NewEntryForm.tsx';
import classes from '../page/page.module.css';
import { useZone } from '../page/use-zone.ts';

/** A new system: its name and its definition, where there is more than one. */
export function NewSystem({ label, onDone }: { label: string; onDone: () => void }) {
  const zone = useZone();
  const mayList = useMay(permissionId('SystemDefinitions', 'View'));
  const kinds = useQuery({ ...systemDefinitionListQuery, enabled: mayList }).data;
  const [kind, setKind] = useState<string | null>(null);
  const only = kinds?.length === 1 ? String(kinds[0]?.systemDefinitionId) : null;
  const chosen = kind ?? only;

  if (!mayList || kinds?.length === 0) {
    return (
      <EmptyState title="There are no system definitions yet.">
        <Link href={placePath({ subpage: 'systemdefinitions' })}>Set up the first one</Link> to say which slots the
        system has.
      </EmptyState>
    );
  }
  return (
    <NewEntryForm
      label={label}
      isComplete={chosen !== null}
      reload={systemListQuery.queryKey}
      make={async (name) => {
        const systemDefinitionId = Number(chosen) as SystemDefinitionId;
        return (await callApi(systems.saveSystem, { body: { name, systemDefinitionId } })).systemId;
      }}
      onDone={onDone}
    >
      <div className={classes.newKind}>
        <DynamicForm
          fields={[
            {
              type: 'enum',
              name: 'kind',
              label: 'System definition',
              required: true,
              options: (kinds ?? []).map((one) => ({ value: String(one.systemDefinitionId), label: one.name })),
            },
          ]}
          values={{ kind: chosen }}
          onChange={(_, value) => setKind(typeof value === 'string' ? value : null)}
          zone={zone}
        />
      </div>
    </NewEntryForm>
  );
}
