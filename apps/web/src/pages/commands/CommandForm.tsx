import { Alert, Button, Select, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type AssetId, type commandDefinitions, commands } from '@telltale/contract';
import { messageOf } from '#api/api-error.ts';
import { callApi } from '#api/client.ts';
import { queryKeys } from '#api/query-keys.ts';
import { useOwnZone } from '#pages/use-own-zone.ts';
import { DynamicForm } from '#ui/dynamic-form/DynamicForm.tsx';
import { filledWords, missingFields } from '#ui/dynamic-form/form-field.ts';
import { confirm } from '#ui/feedback/confirm.ts';
import { toast } from '#ui/feedback/toast.ts';
import { useSubmit } from '#ui/form/use-submit.ts';
import { useCommandDraft } from './command-draft.ts';
import { fieldsOf, firstValues, sentValues } from './command-fields.ts';
import { whenSent } from './command-words.ts';
import classes from './commands.module.css';

const FREE = 'free';
const NOTHING_TYPED = { module: '', command: '', parameter: '' };

interface CommandFormProps {
  /** What the command is for, by which what was typed and not sent is found again: an asset, or a definition. */
  about: string;
  /** To whom it goes: one asset or many of one definition. */
  targets: readonly { assetId: AssetId; name: string }[];
  templates: readonly commandDefinitions.CommandDefinition[];
  /** The number of the one that is chosen at first. */
  first?: number | undefined;
  /** The portal has taken it: the new commands, one for each of the targets. */
  onSent?: (sent: readonly commands.Command[]) => void;
}

/** Sends a command: by the form of a template, or typed as module, command and parameter. */
export function CommandForm({ about, targets, templates, first, onSent }: CommandFormProps) {
  const zone = useOwnZone();
  const client = useQueryClient();
  const { draft, put, drop } = useCommandDraft(about, () => {
    const wanted = templates.find(({ commandDefinitionId }) => commandDefinitionId === first);
    if (wanted) return { choice: String(first), values: firstValues(wanted.form), typed: NOTHING_TYPED };
    return { choice: templates.length === 0 ? FREE : null, values: {}, typed: NOTHING_TYPED };
  });
  const { values, typed } = draft;
  const template = templates.find(({ commandDefinitionId }) => String(commandDefinitionId) === draft.choice);
  const isFree = draft.choice === FREE;
  // What was chosen when it was left may have been deleted since.
  const choice = template || isFree ? draft.choice : null;
  const parameter = readParameter(typed.parameter);

  const choose = (next: string | null) => {
    const chosen = templates.find(({ commandDefinitionId }) => String(commandDefinitionId) === next);
    put({ choice: next, values: chosen ? firstValues(chosen.form) : {} });
    clearProblem();
  };
  const send = async (): Promise<string | undefined> => {
    const text = JSON.stringify({
      module: typed.module.trim(),
      command: typed.command.trim(),
      ...(parameter?.value === undefined ? {} : { parameter: parameter.value }),
    });
    const content = template
      ? { commandDefinitionId: template.commandDefinitionId, values: sentValues(template.form, values) }
      : { command: text };
    const name = template?.name ?? `${typed.module.trim()}.${typed.command.trim()}`;
    const isOne = targets.length === 1;
    const whom = isOne ? (targets[0]?.name ?? '') : `${targets.length.toLocaleString()} assets`;
    const forEach = isOne ? '' : ' for each of them';
    const told = template ? filledWords(fieldsOf(template.form), values) : typed.parameter.trim();
    const isAgreed = await confirm({
      title: `Send ${name} to ${whom}?`,
      message: [told, template?.dangerous ? `A second person must release it${forEach}.` : whenSent(targets.length)]
        .filter(Boolean)
        .join('. '),
      confirmLabel: 'Send',
      isDestructive: template?.dangerous === true,
    });
    if (!isAgreed) return undefined;
    try {
      const body = targets.map(({ assetId }) => ({ assetId, ...content }));
      const made = await callApi(commands.sendCommands, { body });
      const sent = isOne ? name : `${name} to ${whom}`;
      toast(
        made[0]?.state === 'awaiting release'
          ? `${sent} awaits its release${forEach}.`
          : `${sent} is queued. ${whenSent(targets.length)}`,
      );
      // What was sent stands in the list; what stands in the form is still to be sent.
      put({ typed: NOTHING_TYPED, values: template ? firstValues(template.form) : {} });
      drop();
      onSent?.(made);
      return undefined;
    } catch (error) {
      return messageOf(error);
    } finally {
      await client.invalidateQueries({ queryKey: queryKeys.commands });
    }
  };
  const { onSubmit, isBusy, problem, clearProblem } = useSubmit(send);
  const isComplete = template
    ? missingFields(fieldsOf(template.form), values).length === 0
    : isFree && typed.module.trim() !== '' && typed.command.trim() !== '' && parameter !== undefined;

  return (
    <form className={classes.form} aria-label="Send a command" onSubmit={onSubmit}>
      <Select
        label="Command"
        placeholder="Choose one"
        data={[
          ...templates.map(({ commandDefinitionId, name }) => ({ value: String(commandDefinitionId), label: name })),
          { value: FREE, label: 'Other command…' },
        ]}
        searchable={templates.length > 8}
        allowDeselect={false}
        value={choice}
        onChange={choose}
      />
      {template && Object.keys(template.form.properties).length > 0 ? (
        <DynamicForm
          fields={fieldsOf(template.form)}
          values={values}
          zone={zone}
          onChange={(name, value) => put((before) => ({ values: { ...before.values, [name]: value } }))}
        />
      ) : null}
      {isFree ? (
        <div className={classes.free}>
          {(['module', 'command'] as const).map((name) => (
            <TextInput
              key={name}
              label={name === 'module' ? 'Module' : 'Name'}
              maxLength={100}
              autoComplete="off"
              value={typed[name]}
              onChange={({ currentTarget: { value } }) =>
                put((before) => ({ typed: { ...before.typed, [name]: value } }))
              }
            />
          ))}
          <Textarea
            className={classes.parameter ?? ''}
            label="Parameter"
            description="JSON; empty for none"
            rows={2}
            resize="vertical"
            error={parameter === undefined ? 'This is no JSON.' : undefined}
            value={typed.parameter}
            onChange={({ currentTarget: { value } }) =>
              put((before) => ({ typed: { ...before.typed, parameter: value } }))
            }
          />
        </div>
      ) : null}
      {template?.dangerous ? (
        <p className={classes.hint}>Dangerous: it goes out once a second person has released it.</p>
      ) : null}
      {problem === undefined ? null : (
        <Alert color="red" role="alert" p="xs">
          {problem}
        </Alert>
      )}
      <div className={classes.actions}>
        <Button type="submit" loading={isBusy} disabled={!isComplete || targets.length === 0}>
          Send
        </Button>
      </div>
    </form>
  );
}

/** Undefined: what was typed is no JSON. */
function readParameter(text: string): { value?: unknown } | undefined {
  if (text.trim() === '') return {};
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}
