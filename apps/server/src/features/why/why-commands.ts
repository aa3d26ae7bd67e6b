import type { commands, why } from '@telltale/contract';

/** A command as it was sent. */
export interface CommandText {
  commandId: number;
  templateName: string | null;
  command: string;
  state: commands.CommandState;
  createdMs: number;
  username: string;
  /** What it is to move; null: nothing is named. */
  effect: { dataItemId: number } | null;
}

const ID_KEY = 'dataitemid';

/**
 * The last command that names a data item: as what it is to move, by its id, or with its label or alias as a name or a text.
 * @param commands the newest first
 * @param untilMs later ones do not count
 */
export function lastNaming(
  commands: readonly CommandText[],
  item: { dataItemId: number; names: readonly string[] },
  untilMs = Number.POSITIVE_INFINITY,
): why.WhyCommand | null {
  const names = new Set(item.names.map((name) => name.trim().toLowerCase()));
  for (const { commandId, templateName, command, state, createdMs, username, effect } of commands) {
    if (createdMs > untilMs) continue;
    if (effect?.dataItemId !== item.dataItemId && !isNamed(readJson(command), names, item.dataItemId)) continue;
    return { commandId, templateName, command, state, created: new Date(createdMs).toISOString(), user: username };
  }
  return null;
}

/** Text that is no JSON names what it says. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Without recursion: the text may be nested deeper than the stack is. */
function isNamed(root: unknown, names: ReadonlySet<string>, dataItemId: number): boolean {
  const waiting = [root];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (typeof value === 'string' && names.has(value.trim().toLowerCase())) return true;
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, inner] of Object.entries(value)) {
      const name = key.trim().toLowerCase();
      if (names.has(name) || (name === ID_KEY && inner === dataItemId)) return true;
      if (inner !== undefined) waiting.push(inner);
    }
  }
  return false;
}
