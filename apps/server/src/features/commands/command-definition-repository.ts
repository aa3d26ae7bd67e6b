import type { AssetDefinitionId, commandDefinitions, DataItemId, EpochMs } from '@telltale/contract';
import type { Kysely, Selectable } from 'kysely';
import type { Database } from '#db/schema.ts';
import { nameKey, storableText } from '#names.ts';
import type { CommandDefinitionsTable } from './command-tables.ts';

export type CommandDefinitionRecord = commandDefinitions.CommandDefinition;
export type NewCommandDefinition = Omit<CommandDefinitionRecord, 'commandDefinitionId'>;

function toRecord(row: Selectable<CommandDefinitionsTable>): CommandDefinitionRecord {
  return {
    commandDefinitionId: row.command_definition_id,
    assetDefinitionId: row.asset_definition_id as AssetDefinitionId,
    name: row.name,
    module: row.module,
    command: row.command,
    form: JSON.parse(row.form) as commandDefinitions.CommandForm,
    parameterField: row.parameter_field,
    dataItemId: row.data_item_id as DataItemId | null,
    expectedField: row.expected_field,
    tolerance: row.tolerance,
    within: row.within_s,
    expiration: row.expiration_s,
    dangerous: row.is_dangerous === 1,
  };
}

function columnsOf(definition: NewCommandDefinition) {
  return {
    asset_definition_id: definition.assetDefinitionId,
    name: storableText(definition.name),
    name_key: nameKey(definition.name),
    module: storableText(definition.module),
    command: storableText(definition.command),
    form: storableText(JSON.stringify(definition.form)),
    parameter_field: definition.parameterField,
    data_item_id: definition.dataItemId,
    expected_field: definition.expectedField,
    tolerance: definition.tolerance,
    within_s: definition.within,
    expiration_s: definition.expiration,
    is_dangerous: definition.dangerous ? 1 : 0,
  };
}

/** Templates of commands. */
export class CommandDefinitionRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** By name. */
  async listOfDefinition(assetDefinitionId: AssetDefinitionId): Promise<CommandDefinitionRecord[]> {
    const rows = await this.#db
      .selectFrom('command_definitions')
      .selectAll()
      .where('asset_definition_id', '=', assetDefinitionId)
      .orderBy('name_key')
      .execute();
    return rows.map(toRecord);
  }

  /** Of every definition, by name. */
  async listAll(): Promise<CommandDefinitionRecord[]> {
    const rows = await this.#db.selectFrom('command_definitions').selectAll().orderBy('name_key').execute();
    return rows.map(toRecord);
  }

  async find(commandDefinitionId: number): Promise<CommandDefinitionRecord | undefined> {
    const row = await this.#db
      .selectFrom('command_definitions')
      .selectAll()
      .where('command_definition_id', '=', commandDefinitionId)
      .executeTakeFirst();
    return row && toRecord(row);
  }

  async insert(definition: NewCommandDefinition, createdMs: EpochMs): Promise<CommandDefinitionRecord> {
    const row = await this.#db
      .insertInto('command_definitions')
      .values({ ...columnsOf(definition), created_ms: createdMs })
      .returningAll()
      .executeTakeFirstOrThrow();
    return toRecord(row);
  }

  async update(definition: CommandDefinitionRecord): Promise<void> {
    await this.#db
      .updateTable('command_definitions')
      .set(columnsOf(definition))
      .where('command_definition_id', '=', definition.commandDefinitionId)
      .execute();
  }

  async delete(commandDefinitionId: number): Promise<void> {
    await this.#db.deleteFrom('command_definitions').where('command_definition_id', '=', commandDefinitionId).execute();
  }
}
