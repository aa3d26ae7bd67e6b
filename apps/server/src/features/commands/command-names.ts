import { wishesOf } from '#ingest/sparkplug/command.ts';
import { nameKey } from '#names.ts';
import type { CommandDefinitionRecord } from './command-definition-repository.ts';

interface Named {
  module: string;
  command: string;
  parameter?: unknown;
}

/**
 * What devices hear a command as, whatever they speak: one method, or the names of metrics. Module and command are joined for
 * them, so that several pairs are one name; some devices take no notice of capitals.
 */
function namesOf({ module, command, parameter }: Named): Set<string> {
  const metrics = wishesOf(module.trim(), command.trim(), parameter).map(([metric]) => `metric ${nameKey(metric)}`);
  return new Set([`method ${nameKey(`${module.trim()}.${command.trim()}`)}`, ...metrics]);
}

/** Whether a device would hear of a command what it hears of a template. */
export function isHeardAs(
  command: Named,
  { module, command: name, form, parameterField }: CommandDefinitionRecord,
): boolean {
  const fields = parameterField === null ? form.properties : undefined;
  const heard = namesOf({ module, command: name, parameter: fields });
  return [...namesOf(command)].some((one) => heard.has(one));
}
