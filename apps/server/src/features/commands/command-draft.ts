import {
  type AssetDefinitionId,
  type commandDefinitions,
  commands,
  type DataItemId,
  isPlainName,
  NAME_FAULT,
} from '@telltale/contract';
import type { z } from 'zod';
import { badRequest, notFound } from '#http/errors.ts';
import { faultOfJsonText } from '#json-text.ts';
import type { CommandDefinitionRecord } from './command-definition-repository.ts';
import { type FormValues, readForm } from './command-form.ts';
import { isHeardAs } from './command-names.ts';
import type { CommandRecord, Effect } from './command-record.ts';

export type CommandInput = z.output<typeof commands.commandInputSchema>;
type EffectWish = z.output<typeof commandDefinitions.effectWishSchema>;

/** A command as somebody wants it sent, put together from what was asked for and its template. */
export interface CommandDraft {
  commandDefinitionId: number;
  templateName: string | null;
  command: string;
  expirationSeconds: number;
  isDangerous: boolean;
  effect: Effect | null;
}

/** What a draft is put together from. */
export interface DraftSources {
  assetDefinitionId: AssetDefinitionId;
  /** Of the asset's definition. */
  templates: readonly CommandDefinitionRecord[];
  /** The label of a data item that the asset has; undefined: it has no such one. */
  labelOf: (dataItemId: DataItemId) => string | undefined;
  /** The label of a data item that a template moves: the asset may not have sent it yet. */
  labelOfMoved: (dataItemId: DataItemId) => string | undefined;
}

/**
 * @param path of the input, for what is said of it
 * @throws HttpError 404 for a template or data item that the asset does not have, 400 for what cannot be sent
 */
export function draftCommand(input: CommandInput, sources: DraftSources, path: string): CommandDraft {
  const { commandDefinitionId, expiration } = input;
  if (commandDefinitionId === 0) {
    const typed = parseCommand(input.command, `${path}.command`);
    for (const name of ['module', 'command'] as const) {
      if (!isPlainName(typed[name]))
        throw badRequest(`${path}.command: the ${name} ${NAME_FAULT}.`, { field: `${path}.command` });
    }
    return {
      commandDefinitionId,
      templateName: null,
      command: input.command,
      expirationSeconds: expiration ?? commands.DEFAULT_EXPIRATION_SECONDS,
      // Whoever types it is held to the same as who fills in the form.
      isDangerous: isHeardAsDangerous(typed, sources.templates),
      effect: input.effect ? effectOf(input.effect, sources.labelOf) : null,
    };
  }
  const template = sources.templates.find((one) => one.commandDefinitionId === commandDefinitionId);
  if (!template) throw notFound('The command template');
  if (input.command !== '') {
    throw badRequest(`${path}.command: a command of a template is made of its values.`, { field: `${path}.command` });
  }
  const values = readForm(template.form, input.values ?? {}, `${path}.values`);
  const wish = effectOfTemplate(template, values);
  return {
    commandDefinitionId,
    templateName: template.name,
    command: textOf(template, values),
    expirationSeconds: expiration ?? template.expiration,
    isDangerous: template.dangerous,
    effect: input.effect ? effectOf(input.effect, sources.labelOf) : wish ? effectOf(wish, sources.labelOfMoved) : null,
  };
}

/**
 * An earlier command once more: what it was called and should do stays with it, whatever became of its template. Whether a
 * second person must release it is up to the templates of now.
 * @throws HttpError 400 when the input says anything else beside
 */
export function draftAgain(
  earlier: CommandRecord,
  { commandDefinitionId, command, values, effect, expiration }: CommandInput,
  templates: DraftSources['templates'],
  path: string,
): CommandDraft {
  if (commandDefinitionId !== 0 || command !== '' || values !== undefined || effect !== undefined) {
    throw badRequest(`${path}.again: what is sent again is sent as it was.`, { field: `${path}.again` });
  }
  const waitedSeconds = Math.max(1, Math.round((earlier.expiresMs - earlier.createdMs) / 1_000));
  return {
    commandDefinitionId: earlier.commandDefinitionId,
    templateName: earlier.templateName,
    command: earlier.command,
    expirationSeconds: expiration ?? waitedSeconds,
    isDangerous: isHeardAsDangerous(parseCommand(earlier.command, `${path}.again`), templates),
    effect: earlier.effect,
  };
}

const isHeardAsDangerous = (
  typed: ReturnType<typeof parseCommand>,
  templates: readonly CommandDefinitionRecord[],
): boolean => templates.some((one) => one.dangerous && isHeardAs(typed, one));

/** @throws HttpError 400 when it is none */
export function parseCommand(text: string, field: string) {
  const fault = faultOfJsonText(text);
  if (fault !== undefined) throw badRequest(`${field} ${fault}.`, { field });
  const parsed = commands.commandTextSchema.safeParse(JSON.parse(text));
  if (!parsed.success) throw badRequest(`${field} must hold module and command as text.`, { field });
  return parsed.data;
}

function textOf({ module, command, parameterField }: CommandDefinitionRecord, values: Map<string, FormValues[string]>) {
  const parameter = parameterField === null ? Object.fromEntries(values) : values.get(parameterField);
  return JSON.stringify({ module, command, ...(parameter === undefined ? {} : { parameter }) });
}

function effectOfTemplate(
  { dataItemId, within, tolerance, expectedField }: CommandDefinitionRecord,
  values: Map<string, FormValues[string]>,
): EffectWish | undefined {
  if (dataItemId === null) return undefined;
  const asked = expectedField === null ? undefined : values.get(expectedField);
  // As it is recorded: switches are 1 and 0.
  const expected = typeof asked === 'boolean' ? Number(asked) : (asked ?? undefined);
  return { dataItemId, within, tolerance, ...(expected === undefined ? {} : { expected }) };
}

function effectOf({ dataItemId, within, expected, tolerance }: EffectWish, labelOf: DraftSources['labelOf']): Effect {
  const label = labelOf(dataItemId);
  if (label === undefined) throw notFound('The data item');
  return { dataItemId, label, withinSeconds: within, expected: expected ?? null, tolerance };
}
