import { Button, Select } from '@mantine/core';
import { type assets, SNUBBING_UNIT_DEFINITIONS } from '@telltale/contract';
import { useEffect, useState } from 'react';
import { useAddressParams } from '#pages/use-address-params.ts';
import { useOwnZone } from '#pages/use-own-zone.ts';
import { DynamicForm } from '#ui/dynamic-form/DynamicForm.tsx';
import type { FormField, FormValues } from '#ui/dynamic-form/form-field.ts';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { ProjectionField } from '../projection/ProjectionField.tsx';
import { isAssetOfJob } from './asset-of-job.ts';
import { ConfirmStep } from './ConfirmStep.tsx';
import { dropDraft, EMPTY_DRAFT, type JobDraft, keepDraft, readDraft } from './job-draft.ts';
import { carriedOver, changedValues, problemsOf, shownValue, valuesOfRig } from './job-values.ts';
import { StepHeaders } from './StepHeaders.tsx';
import classes from './wizard.module.css';
import {
  CONFIRM,
  FIRST_STEP,
  type FormStep,
  fieldsOf,
  STEPS,
  type StepNumber,
  type WizardLists,
} from './wizard-steps.ts';

interface WizardProps {
  userId: number;
  assets: readonly assets.Asset[];
  lists: WizardLists;
}

const nameOf = ({ assetAlias, serialNumber }: assets.Asset) => assetAlias || serialNumber;

/** The steps of a job, and the draft that survives a reload; the step stands in the address. */
export function Wizard({ userId, assets, lists }: WizardProps) {
  const { params, set } = useAddressParams();
  const zone = useOwnZone();
  const [found] = useState(() => readDraft(userId));
  const [draft, setDraft] = useState<JobDraft>(found ?? EMPTY_DRAFT);
  const [isKept, setKept] = useState(true);
  const [isFound, setFound] = useState(found !== undefined);
  /** Steps that were left: what is missing in them is said. */
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const step = stepOf(params.get('step'));
  const rigs = assets.filter(
    (asset) => SNUBBING_UNIT_DEFINITIONS.includes(asset.assetDefinitionId) && !isAssetOfJob(asset),
  );
  const rig = rigs.find(({ assetId }) => assetId === draft.assetId);
  const fields = fieldsOf(lists, draft.values);
  const previous = rig ? valuesOfRig(rig.attributes) : {};

  // The step is where one looks next, also for who cannot see it change.
  useEffect(() => {
    document.getElementById(`job-step-${step}`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [step]);

  const change = (next: JobDraft) => {
    setDraft(next);
    setKept(keepDraft(userId, next));
  };
  const show = (next: StepNumber) => {
    setLeft((before) => new Set([...before, step]));
    set({ step: next === FIRST_STEP ? undefined : String(next) });
  };
  const startOver = () => {
    dropDraft(userId);
    setDraft(EMPTY_DRAFT);
    setFound(false);
    setLeft(new Set());
    set({ step: undefined });
  };
  const setValue = (name: string, value: FormValues[string]) =>
    change({ ...draft, values: changedValues(draft.values, name, value) });

  if (rigs.length === 0) {
    return (
      <EmptyState title="There is no snubbing unit in sight.">
        A job belongs to an asset of the definition with id {SNUBBING_UNIT_DEFINITIONS.join(' or ')}.
      </EmptyState>
    );
  }
  const problems = Object.fromEntries(
    ([2, 3, 4, 5] as const).map((of) => [of, problemsOf(fields[of], draft.values)]),
  ) as Record<FormStep, Record<string, string>>;
  const isIncomplete = (of: StepNumber) => of !== CONFIRM && Object.keys(problems[of]).length > 0;

  return (
    <div className={classes.wizard}>
      {isFound ? (
        <p className={classes.note} role="status">
          This is the draft from your last visit.{' '}
          <Button variant="subtle" size="compact-sm" onClick={startOver}>
            Start over
          </Button>
        </p>
      ) : null}
      {isKept ? null : (
        <p className={classes.note} role="alert">
          This browser has no room for a draft: what you type is lost when the page is left.
        </p>
      )}
      <div className={classes.rig}>
        <Select
          label="Snubbing Unit"
          required
          searchable={rigs.length > 8}
          placeholder="Choose one"
          data={rigs.map((asset) => ({ value: String(asset.assetId), label: nameOf(asset) }))}
          allowDeselect={false}
          value={rig ? String(rig.assetId) : null}
          error={left.size > 0 && rig === undefined ? 'Snubbing Unit is needed.' : undefined}
          onChange={(value) => change({ ...draft, assetId: value === null ? null : Number(value) })}
        />
        {rig && hasSome(previous) ? (
          <Button
            variant="default"
            onClick={() => change({ ...draft, values: { ...carriedOver(previous), ...withoutEmpty(draft.values) } })}
          >
            Fill in from the previous job
          </Button>
        ) : null}
      </div>
      <StepHeaders shown={step} isIncomplete={(of) => left.has(of) && isIncomplete(of)} onShow={show} />
      <section aria-label={STEPS.find((one) => one.step === step)?.title ?? ''} className={classes.step}>
        {step === CONFIRM ? (
          <ConfirmStep
            assets={assets}
            rig={rig}
            draft={draft}
            zone={zone}
            missing={STEPS.filter((one) => isIncomplete(one.step))}
            onShow={show}
            onSaved={() => dropDraft(userId)}
            onAnother={startOver}
          />
        ) : (
          <DynamicForm
            fields={withPrevious(fields[step], previous, zone)}
            values={draft.values}
            errors={left.has(step) ? problems[step] : {}}
            zone={zone}
            onChange={setValue}
          />
        )}
        {step === 4 ? (
          <ProjectionField
            series={draft.projection}
            filename={draft.filename}
            onChange={(projection, filename) => change({ ...draft, projection, filename })}
          />
        ) : null}
      </section>
      <div className={classes.ways}>
        <Button variant="default" disabled={step === FIRST_STEP} onClick={() => show(stepOf(String(step - 1)))}>
          Back
        </Button>
        {step === CONFIRM ? null : <Button onClick={() => show(stepOf(String(step + 1)))}>Continue</Button>}
      </div>
    </div>
  );
}

function stepOf(text: string | null): StepNumber {
  return STEPS.find(({ step }) => String(step) === text)?.step ?? FIRST_STEP;
}

function withoutEmpty(values: FormValues): FormValues {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== ''));
}

/** What the previous job had stands with each field, also that it had nothing: fields of one row stand at one height. */
function withPrevious(fields: readonly FormField[], previous: FormValues, zone: string): FormField[] {
  if (!hasSome(previous)) return [...fields];
  return fields.map((field) => {
    if (field.type === 'separator') return field;
    const nothing = field.type === 'boolean' ? 'No' : '–';
    return { ...field, description: `Previous job: ${shownValue(field.name, previous, zone) || nothing}` };
  });
}

const hasSome = (values: FormValues) => Object.values(values).some((value) => value !== null);
