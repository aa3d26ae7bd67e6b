import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { definitions, permissionId } from '@telltale/contract';
import { type FormEvent, useEffect, useState } from 'react';
import { Link } from 'wouter';
import { callApi } from '#api/client.ts';
import { dataItemDefinitionsQuery, definitionUsesQuery } from '#api/definition-queries.ts';
import { queryKeys } from '#api/query-keys.ts';
import { systemDefinitionListQuery } from '#api/system-queries.ts';
import { Pending } from '#pages/Pending.tsx';
import { useMay } from '#session/session-store.ts';
import { Facts } from '#ui/Facts.tsx';
import { SmallTable } from '#ui/table/SmallTable.tsx';
import panel from '../definitions/panel.module.css';
import { linesOfDefinition, lineText } from '../deletion/use-lines.ts';
import { placePath } from '../page/configuration-address.ts';
import { Problem } from '../page/Problem.tsx';
import { useChange } from '../page/use-change.ts';
import classes from './definition.module.css';

interface OverviewTabProps {
  definition: definitions.AssetDefinition;
  onDirty: (isDirty: boolean) => void;
}

/** What a definition is called, what uses it, and what it keeps differently from the rest of the portal. */
export function OverviewTab({ definition, onDirty }: OverviewTabProps) {
  const mayItems = useMay(permissionId('DataItems', 'View'));
  return (
    <>
      <NameForm
        key={`${definition.assetDefinitionName} ${definition.alias}`}
        definition={definition}
        onDirty={onDirty}
      />
      <Uses definition={definition} />
      {mayItems ? <KeptApart assetDefinitionId={definition.assetDefinitionId} /> : null}
    </>
  );
}

function NameForm({ definition, onDirty }: OverviewTabProps) {
  const mayModify = useMay(permissionId('AssetDefinitions', 'Modify'));
  const [name, setName] = useState(definition.assetDefinitionName);
  const [alias, setAlias] = useState(definition.alias);
  const { change, isBusy, problem, clearProblem } = useChange();
  const isChanged = name.trim() !== definition.assetDefinitionName || alias.trim() !== definition.alias;
  useEffect(() => onDirty(isChanged), [isChanged, onDirty]);

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (!isChanged || isBusy || name.trim() === '') return;
    const { assetDefinitionId } = definition;
    const body = { assetDefinitionId, assetDefinitionName: name.trim(), alias: alias.trim() };
    const saved = await change({
      said: `${name.trim()} was saved.`,
      // Assets carry the name, too.
      reload: [queryKeys.definitions, queryKeys.assets],
      make: () => callApi(definitions.saveAssetDefinition, { body }),
    });
    if (saved) onDirty(false);
  };
  return (
    <form className={classes.nameForm} aria-label="Name" onSubmit={(event) => void save(event)}>
      <TextInput
        label="Name"
        maxLength={255}
        readOnly={!mayModify}
        value={name}
        onChange={(event) => {
          setName(event.currentTarget.value);
          clearProblem();
        }}
      />
      <TextInput
        label="Alias"
        description="Shown in the place of the name where there is one."
        inputWrapperOrder={['label', 'input', 'description']}
        maxLength={255}
        readOnly={!mayModify}
        value={alias}
        onChange={(event) => {
          setAlias(event.currentTarget.value);
          clearProblem();
        }}
      />
      {mayModify ? (
        <Button type="submit" loading={isBusy} disabled={!isChanged || name.trim() === ''}>
          Save
        </Button>
      ) : null}
      <div className={classes.problem}>
        <Problem text={problem} />
      </div>
    </form>
  );
}

function Uses({ definition: { assetDefinitionId, assetDefinitionName } }: Pick<OverviewTabProps, 'definition'>) {
  const query = useQuery({ ...definitionUsesQuery(assetDefinitionId), refetchOnMount: 'always' });
  const maySystems = useMay(permissionId('SystemDefinitions', 'View'));
  const systems = useQuery({ ...systemDefinitionListQuery, enabled: maySystems }).data;
  const { data } = query;
  const lines = data && linesOfDefinition(data);
  const inSlots = systems?.filter(({ slots }) => slots.some((slot) => slot.assetDefinitionId === assetDefinitionId));
  return (
    <section className={classes.section}>
      <h3 className={panel.heading}>What uses it</h3>
      <Pending query={query} label="Loading what uses it" failure="What uses it could not be loaded." rows={2} />
      {lines === undefined ? null : (
        <Facts>
          <dt>Used by</dt>
          <dd>
            {lines.keeping.length === 0 ? 'Nothing yet.' : lines.keeping.map(lineText).join(', ')}
            {data !== undefined && data.assets > 0 ? (
              <>
                {'. '}
                <Link href={placePath({ subpage: 'assets', search: assetDefinitionName })}>Show its assets</Link>
              </>
            ) : null}
          </dd>
          {inSlots !== undefined && inSlots.length > 0 ? (
            <>
              <dt>Stands in</dt>
              <dd>
                {inSlots.map(({ systemDefinitionId, name }, index) => (
                  <span key={systemDefinitionId}>
                    {index > 0 ? ', ' : ''}
                    <Link href={placePath({ subpage: 'systemdefinitions', id: systemDefinitionId })}>{name}</Link>
                  </span>
                ))}
              </dd>
            </>
          ) : null}
          <dt>Holds</dt>
          <dd>{lines.going.length === 0 ? 'Nothing yet.' : lines.going.map(lineText).join(', ')}</dd>
        </Facts>
      )}
    </section>
  );
}

/** Data items that have a default value, or are kept for a time of their own. */
function KeptApart({ assetDefinitionId }: { assetDefinitionId: number }) {
  const query = useQuery({ ...dataItemDefinitionsQuery(assetDefinitionId), refetchOnMount: 'always' });
  const apart = query.data?.filter(({ defaultValue, retentionDays }) => defaultValue !== 0 || retentionDays > 0);
  return (
    <section className={classes.section}>
      <h3 className={panel.heading}>Default values and retention</h3>
      <Pending query={query} label="Loading the data items" failure="The data items could not be loaded." rows={2} />
      {apart?.length === 0 ? (
        <p className={panel.note}>
          No data item has a default value, and the history of all of them is kept as long as the portal keeps any. Both
          are set in the table of the data items.
        </p>
      ) : null}
      {apart !== undefined && apart.length > 0 ? (
        <SmallTable label="Default values and retention" headers={['Label', 'Default value', 'History is kept']}>
          {apart.map(({ dataItemId, label, defaultValue, retentionDays }) => (
            <tr key={dataItemId}>
              <th scope="row">{label}</th>
              <td>{defaultValue}</td>
              <td>{keptText(retentionDays)}</td>
            </tr>
          ))}
        </SmallTable>
      ) : null}
    </section>
  );
}

function keptText(days: number): string {
  if (days === 0) return 'As all of the portal';
  return days === 1 ? '1 day' : `${days.toLocaleString()} days`;
}
