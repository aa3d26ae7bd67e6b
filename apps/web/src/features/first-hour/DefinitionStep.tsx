import { Button, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { definitionTemplates } from '@telltale/contract';
import { useState } from 'react';
import { Link } from 'wouter';
import { refusalOf } from '#api/api-error.ts';
import { callApi } from '#api/client.ts';
import { definitionListQuery } from '#api/definition-queries.ts';
import { definitionTemplatesQuery, firstHourQuery } from '#api/portal/first-hour-queries.ts';
import { Pending } from '#pages/Pending.tsx';
import { BrokenTemplates } from '#pages/templates/BrokenTemplates.tsx';
import { TemplateContents } from '#pages/templates/TemplateContents.tsx';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { useSubmit } from '#ui/form/use-submit.ts';
import classes from './first-hour.module.css';

/** A kind of equipment to begin with, out of a template. */
export function DefinitionStep() {
  const query = useQuery(definitionTemplatesQuery);
  const client = useQueryClient();
  const [chosenId, setChosenId] = useState<string>();
  const [typed, setTyped] = useState<string>();
  const { templates = [], broken = [] } = query.data ?? {};
  const chosen = templates.find(({ templateId }) => templateId === chosenId);
  const name = (typed ?? chosen?.name ?? '').trim();
  const { isBusy, problem, clearProblem, onSubmit } = useSubmit(async () => {
    if (chosen === undefined) return undefined;
    const params = { templateId: chosen.templateId };
    const body = { assetDefinitionName: name };
    const refusal = await refusalOf(callApi(definitionTemplates.makeFromTemplate, { params, body }));
    if (refusal !== undefined) return refusal;
    await Promise.all(
      [firstHourQuery, definitionListQuery].map(({ queryKey }) => client.invalidateQueries({ queryKey })),
    );
    toast(`${name} was added.`);
    setChosenId(undefined);
    setTyped(undefined);
    return undefined;
  });
  return (
    <form className={classes.form} onSubmit={onSubmit} aria-label="First definition">
      <p className={classes.text}>
        Choose what comes nearest: data items with units and limits, alarms and a dashboard come with it, and all of it
        can be changed. Or <Link href="/configuration/assetdefinitions">describe your own equipment</Link>.
      </p>
      <Pending query={query} label="Loading the templates" failure="The templates could not be loaded." rows={5} />
      {query.data !== undefined && templates.length === 0 ? (
        <EmptyState title="There are no templates to choose from.">
          <Link href="/configuration/assetdefinitions">Describe your own equipment</Link>
        </EmptyState>
      ) : null}
      {templates.length === 0 ? null : (
        <fieldset className={classes.templates}>
          <legend>Template</legend>
          {templates.map(({ templateId, name: title, about }) => (
            <label key={templateId} className={classes.template}>
              <input
                type="radio"
                name="template"
                checked={templateId === chosenId}
                onChange={() => {
                  setChosenId(templateId);
                  setTyped(undefined);
                  clearProblem();
                }}
              />
              <span>
                {title}
                <span className={classes.why}>{about}</span>
              </span>
            </label>
          ))}
        </fieldset>
      )}
      <BrokenTemplates broken={broken} />
      {chosen === undefined ? null : (
        <>
          <TemplateContents template={chosen} />
          <TextInput
            label="Name of the definition"
            maxLength={255}
            autoComplete="off"
            value={typed ?? chosen.name}
            error={problem}
            onChange={(event) => {
              setTyped(event.currentTarget.value);
              clearProblem();
            }}
          />
        </>
      )}
      {templates.length === 0 ? null : (
        <div className={classes.actions}>
          <Button type="submit" loading={isBusy} disabled={chosen === undefined || name === ''}>
            Make the definition
          </Button>
        </div>
      )}
    </form>
  );
}
