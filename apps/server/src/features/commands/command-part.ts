import type { AssetDefinitionId, definitionFiles } from '@telltale/contract';
import type { Clock } from '#clock.ts';
import type { Records, Work } from '#db/unit-of-work.ts';
import type { DefinitionPart, ItemLabels, PartChanges, StoredEntry } from '#expressions/definition-parts.ts';
import type { Caller } from '#http/caller.ts';
import { conflict, notFound } from '#http/errors.ts';
import { nameKey } from '#names.ts';
import { type CommandDefinitionRecord, CommandDefinitionRepository } from './command-definition-repository.ts';
import { refuseDefaults } from './command-definition-service.ts';

type Entry = definitionFiles.CommandEntry;

/** The command templates of a definition, by name. */
export class CommandPart implements DefinitionPart<Entry> {
  readonly group = 'Commands';
  readonly many = 'commands';
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  nameOf({ name }: Entry): string {
    return name;
  }

  comparable(entry: Entry): unknown {
    return { ...entry, dataItem: entry.dataItem === null ? null : nameKey(entry.dataItem) };
  }

  labelsOf({ dataItem }: Entry): string[] {
    return dataItem === null ? [] : [dataItem];
  }

  async list(
    records: Records,
    assetDefinitionId: AssetDefinitionId,
    labels: ItemLabels,
  ): Promise<StoredEntry<Entry>[]> {
    const templates = await records.of(CommandDefinitionRepository).listOfDefinition(assetDefinitionId);
    return templates.map((template) => ({ id: template.commandDefinitionId, entry: toEntry(template, labels) }));
  }

  async apply(
    unit: Work,
    _caller: Caller,
    assetDefinitionId: AssetDefinitionId,
    { added, changed, removed }: PartChanges<Entry>,
    labels: ItemLabels,
  ): Promise<void> {
    const repository = unit.of(CommandDefinitionRepository);
    const recordOf = ({ dataItem, ...rest }: Entry) => {
      refuseDefaults(rest.form);
      return { ...rest, assetDefinitionId, dataItemId: dataItem === null ? null : (labels.idOf(dataItem) ?? null) };
    };
    // Names are free before others take them.
    for (const { id } of removed) {
      const before = await this.#find(unit, id);
      await repository.delete(id);
      unit.note({ kind: 'command template', what: `command template ${id} deleted`, before });
    }
    for (const { id, entry } of changed) {
      const before = await this.#find(unit, id);
      const after = { ...recordOf(entry), commandDefinitionId: id };
      await repository.update(after);
      unit.note({ kind: 'command template', what: `command template ${id} changed`, before, after });
    }
    const taken = new Set((await repository.listOfDefinition(assetDefinitionId)).map(({ name }) => nameKey(name)));
    for (const entry of added) {
      if (taken.has(nameKey(entry.name))) throw conflict(`There is a command '${entry.name}' already.`);
      taken.add(nameKey(entry.name));
      const after = await repository.insert(recordOf(entry), this.#clock.now());
      const what = `command template ${after.commandDefinitionId} created`;
      unit.note({ kind: 'command template', what, after });
    }
  }

  async #find(unit: Work, id: number): Promise<CommandDefinitionRecord> {
    const found = await unit.of(CommandDefinitionRepository).find(id);
    if (!found) throw notFound('The command template');
    return found;
  }
}

function toEntry(template: CommandDefinitionRecord, labels: ItemLabels): Entry {
  const { name, module, command, form, parameterField, dataItemId, expectedField } = template;
  const { tolerance, within, expiration, dangerous } = template;
  const dataItem = dataItemId === null ? null : (labels.labelOf(dataItemId) ?? null);
  return {
    ...{ name, module, command, form, parameterField, dataItem, expectedField },
    ...{ tolerance, within, expiration, dangerous },
  };
}
