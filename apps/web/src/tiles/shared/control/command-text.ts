import type { ControlSettings } from './control-settings.ts';

/** What a control asks its device for. */
export type ControlValue = string | number | boolean | null | Readonly<Record<string, unknown>>;

type Named = Pick<ControlSettings, 'module' | 'command' | 'parameterKey'>;

/** The text of a command, as the portal takes it; undefined: it has no parameter. */
export function commandText({ module, command, parameterKey }: Named, value: ControlValue | undefined): string {
  if (value === undefined) return JSON.stringify({ module, command });
  return JSON.stringify({ module, command, parameter: parameterKey === '' ? value : { [parameterKey]: value } });
}

/** A command in words, for who is asked whether to send it: method, and its parameter whole. */
export function commandWords({ module, command, parameterKey }: Named, value: ControlValue | undefined): string {
  if (value === undefined) return `${module}.${command}`;
  const parameter = parameterKey === '' ? value : { [parameterKey]: value };
  return `${module}.${command} ${JSON.stringify(parameter, null, 1)}`;
}

/** What a stored command asked for; undefined where it is none of this control's. */
export function askedBy(text: string, { module, command, parameterKey }: Named): { value: unknown } | undefined {
  let stored: unknown;
  try {
    stored = JSON.parse(text);
  } catch {
    // Somebody else's command: what it means is not this control's to tell.
    return undefined;
  }
  if (!isRecord(stored) || stored.module !== module || stored.command !== command) return undefined;
  if (parameterKey === '') return { value: stored.parameter };
  const { parameter } = stored;
  return isRecord(parameter) && Object.hasOwn(parameter, parameterKey) ? { value: parameter[parameterKey] } : undefined;
}

/** What was typed as a value: a number, true or false where it reads as one, else the text. */
export function readValue(typed: string): string | number | boolean {
  const text = typed.trim();
  if (text === 'true' || text === 'false') return text === 'true';
  const number = text === '' ? Number.NaN : Number(text);
  return Number.isFinite(number) ? number : text;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
