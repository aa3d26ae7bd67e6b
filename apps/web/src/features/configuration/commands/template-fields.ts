import type { AssetDefinitionId, commandDefinitions, DataItemId } from '@telltale/contract';
import { type FieldRow, problemOfRow, rowOf, schemaOf } from './field-rows.ts';

type Template = commandDefinitions.CommandDefinition;

/** A template as it is typed. */
export interface TemplateFields {
  readonly name: string;
  readonly module: string;
  readonly command: string;
  readonly rows: readonly FieldRow[];
  /** Key of the row that alone is the parameter; null: an object of all of them. */
  readonly parameterKey: number | null;
  readonly dataItemId: number | null;
  /** Key of the row that says what the data item should become; null: any other value than before. */
  readonly expectedKey: number | null;
  /** Null: blank, which takes its default. */
  readonly tolerance: number | null;
  readonly within: number | null;
  readonly expiration: number | null;
  readonly dangerous: boolean;
}

const DEFAULTS = { tolerance: 0, within: 60, expiration: 900 };

export const emptyTemplate: TemplateFields = {
  name: '',
  module: '',
  command: '',
  rows: [],
  parameterKey: null,
  dataItemId: null,
  expectedKey: null,
  ...DEFAULTS,
  dangerous: false,
};

export function fieldsOfTemplate(template: Template): TemplateFields {
  const { name, module, command, form, dataItemId, tolerance, within, expiration, dangerous } = template;
  const rows = Object.entries(form.properties).map(([field, described], key) =>
    rowOf(key, field, described, form.required?.includes(field) === true),
  );
  const keyOf = (field: string | null) => rows.find((row) => row.name === field)?.key ?? null;
  return {
    name,
    module,
    command,
    rows,
    parameterKey: keyOf(template.parameterField),
    dataItemId,
    expectedKey: keyOf(template.expectedField),
    tolerance,
    within,
    expiration,
    dangerous,
  };
}

/** What keeps the fields from being saved; undefined: nothing. */
export function problemOf(fields: TemplateFields): string | undefined {
  if ([fields.name, fields.module, fields.command].some((text) => text.trim() === '')) {
    return 'A command needs a name, a module and a command.';
  }
  const names = fields.rows.map(({ name }) => name.trim());
  const twice = names.find((name, index) => name !== '' && names.indexOf(name) !== index);
  if (twice !== undefined) return `There are two fields '${twice}'.`;
  for (const row of fields.rows) {
    const problem = problemOfRow(row);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** The form that the fields describe, as far as it can be drawn. */
export function formOf(rows: readonly FieldRow[]): commandDefinitions.CommandForm {
  const whole = rows.filter((row) => problemOfRow(row) === undefined);
  const required = whole.filter((row) => row.isRequired).map(({ name }) => name.trim());
  return {
    type: 'object',
    properties: Object.fromEntries(whole.map((row) => [row.name.trim(), schemaOf(row)])),
    ...(required.length > 0 ? { required } : {}),
  };
}

/** What is sent: blanks as their defaults. */
export function templateBody(
  fields: TemplateFields,
  assetDefinitionId: number,
  old: Template | undefined,
): commandDefinitions.CommandDefinitionInput {
  const nameOf = (key: number | null) => fields.rows.find((row) => row.key === key)?.name.trim() ?? null;
  const isVerified = fields.dataItemId !== null;
  return {
    ...(old ? { commandDefinitionId: old.commandDefinitionId } : {}),
    assetDefinitionId: assetDefinitionId as AssetDefinitionId,
    name: fields.name.trim(),
    module: fields.module.trim(),
    command: fields.command.trim(),
    form: formOf(fields.rows),
    parameterField: nameOf(fields.parameterKey),
    dataItemId: fields.dataItemId as DataItemId | null,
    expectedField: isVerified ? nameOf(fields.expectedKey) : null,
    tolerance: fields.tolerance ?? DEFAULTS.tolerance,
    within: fields.within ?? DEFAULTS.within,
    expiration: fields.expiration ?? DEFAULTS.expiration,
    dangerous: fields.dangerous,
  };
}
