import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { definitions, definitionTemplates } from '@telltale/contract';
import { useState } from 'react';
import { callApi } from '#api/client.ts';
import { definitionListQuery } from '#api/definition-queries.ts';
import { definitionTemplatesQuery } from '#api/portal/first-hour-queries.ts';
import { BrokenTemplates } from '#pages/templates/BrokenTemplates.tsx';
import { TemplateContents } from '#pages/templates/TemplateContents.tsx';
import { NewEntryForm } from '../page/NewEntryForm.tsx';

const NOTHING = { value: '', label: 'Nothing' };

/** A new definition: a name, and what it begins with. */
export function NewDefinition({ label, onDone }: { label: string; onDone: () => void }) {
  // Without the templates a definition begins with nothing, as it may.
  const { templates = [], broken = [] } = useQuery(definitionTemplatesQuery).data ?? {};
  const [templateId, setTemplateId] = useState('');
  const template = templates.find((one) => one.templateId === templateId);

  const make = async (assetDefinitionName: string) => {
    const body = { assetDefinitionName };
    const made = await (template
      ? callApi(definitionTemplates.makeFromTemplate, { params: { templateId: template.templateId }, body })
      : callApi(definitions.saveAssetDefinition, { body }));
    return made.assetDefinitionId;
  };
  return (
    <NewEntryForm label={label} reload={definitionListQuery.queryKey} make={make} onDone={onDone}>
      <NativeSelect
        label="Begin with"
        data={[NOTHING, ...templates.map(({ templateId: value, name }) => ({ value, label: `Template: ${name}` }))]}
        value={templateId}
        onChange={(event) => setTemplateId(event.currentTarget.value)}
      />
      {template ? <TemplateContents template={template} /> : null}
      <BrokenTemplates broken={broken} />
    </NewEntryForm>
  );
}
