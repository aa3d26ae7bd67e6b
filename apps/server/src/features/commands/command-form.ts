import type { commandDefinitions } from '@telltale/contract';
import { z } from 'zod';
import { badRequest } from '#http/errors.ts';

export type FormValues = Readonly<Record<string, string | number | boolean | null>>;

/**
 * What was filled into the form of a template, as the form wants it: each field in its type and limits, defaults where a
 * field is empty.
 * @throws HttpError 400 naming the first field that is wrong
 */
export function readForm(
  form: commandDefinitions.CommandForm,
  values: FormValues,
  path: string,
): Map<string, string | number | boolean> {
  const given = new Map(Object.entries(values).filter(([, value]) => value !== null && value !== ''));
  const read = new Map<string, string | number | boolean>();
  for (const name of given.keys()) {
    if (!Object.hasOwn(form.properties, name)) throw wrong(path, name, 'is no field of the form');
  }
  for (const [name, field] of Object.entries(form.properties)) {
    const value = given.get(name) ?? field.default;
    if (value === undefined || value === null) {
      if (form.required?.includes(name)) throw wrong(path, name, 'is needed');
      continue;
    }
    // `unit` is a word of ours beside JSON Schema's.
    const { unit: _, default: __, ...schema } = field;
    const parsed = z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]).safeParse(value);
    if (!parsed.success) throw wrong(path, name, parsed.error.issues[0]?.message ?? 'does not fit');
    read.set(name, value);
  }
  return read;
}

function wrong(path: string, name: string, reason: string) {
  return badRequest(`${path}.${name}: ${reason}.`, { field: `${path}.${name}` });
}
