import { type AssetDefinitionId, type commandDefinitions, permissionId } from '@telltale/contract';
import type { z } from 'zod';
import type { Clock } from '#clock.ts';
import type { UnitOfWork, Work } from '#db/unit-of-work.ts';
import { type Caller, holds } from '#http/caller.ts';
import { badRequest, conflict, forbidden, isNotFound, notFound } from '#http/errors.ts';
import { nameKey } from '#names.ts';
import { type CommandDefinitionRecord, CommandDefinitionRepository } from './command-definition-repository.ts';
import { readForm } from './command-form.ts';

export interface CommandDefinitionServiceOptions {
  work: UnitOfWork;
  definitions: CommandDefinitionRepository;
  /** @throws HttpError 404 when there is no such definition, or the caller sees no asset of it */
  requireDefinition: (caller: Caller, assetDefinitionId: AssetDefinitionId) => Promise<unknown>;
  /** @throws HttpError 404 as above, 403 for who does not see all of its assets */
  requireWholeDefinition: (work: Work, caller: Caller, assetDefinitionId: AssetDefinitionId) => Promise<unknown>;
  clock: Clock;
}

type Input = z.output<typeof commandDefinitions.commandDefinitionInputSchema>;

const CREATE = permissionId('Commands', 'Create');
const MODIFY = permissionId('Commands', 'Modify');
const MOST_OF_DEFINITION = 500;

/** Templates of commands: what can be sent to assets of a definition, by which form, and what it should do. */
export class CommandDefinitionService {
  readonly #options: CommandDefinitionServiceOptions;

  constructor(options: CommandDefinitionServiceOptions) {
    this.#options = options;
  }

  async list(caller: Caller, assetDefinitionId: AssetDefinitionId): Promise<CommandDefinitionRecord[]> {
    await this.#options.requireDefinition(caller, assetDefinitionId);
    return this.#options.definitions.listOfDefinition(assetDefinitionId);
  }

  /** @throws HttpError 404 for a definition or template out of sight, 409 for a name that another template has */
  save(caller: Caller, input: Input): Promise<CommandDefinitionRecord> {
    const { work, clock, requireWholeDefinition } = this.#options;
    const { commandDefinitionId = 0, ...fields } = input;
    if (!holds(caller, commandDefinitionId ? MODIFY : CREATE)) throw forbidden();
    refuseDefaults(fields.form);
    return work.run(caller, async (unit) => {
      const definitions = unit.of(CommandDefinitionRepository);
      const before = commandDefinitionId ? await this.#storedOf(unit, caller, commandDefinitionId) : undefined;
      if (before && before.assetDefinitionId !== fields.assetDefinitionId) throw notFound('The command template');
      await requireWholeDefinition(unit, caller, fields.assetDefinitionId);
      const others = await definitions.listOfDefinition(fields.assetDefinitionId);
      const isTaken = others.some(
        (other) => nameKey(other.name) === nameKey(fields.name) && other.commandDefinitionId !== commandDefinitionId,
      );
      if (isTaken) throw conflict(`There is a command '${fields.name}' already.`);
      if (!before && others.length >= MOST_OF_DEFINITION) {
        throw conflict(`A definition has at most ${MOST_OF_DEFINITION} commands.`);
      }
      const after = before ? { ...fields, commandDefinitionId } : await definitions.insert(fields, clock.now());
      if (before) await definitions.update(after);
      const what = `command template ${after.commandDefinitionId} ${before ? 'changed' : 'created'}`;
      unit.note({ kind: 'command template', what, after, ...(before ? { before } : {}) });
      return after;
    });
  }

  async delete(caller: Caller, commandDefinitionId: number): Promise<void> {
    const { work, requireWholeDefinition } = this.#options;
    await work.run(caller, async (unit) => {
      const before = await this.#storedOf(unit, caller, commandDefinitionId);
      await requireWholeDefinition(unit, caller, before.assetDefinitionId);
      await unit.of(CommandDefinitionRepository).delete(commandDefinitionId);
      unit.note({ kind: 'command template', what: `command template ${commandDefinitionId} deleted`, before });
    });
  }

  /** Whoever does not see the definition learns nothing of the template. */
  async #storedOf(unit: Work, caller: Caller, commandDefinitionId: number): Promise<CommandDefinitionRecord> {
    const stored = await unit.of(CommandDefinitionRepository).find(commandDefinitionId);
    if (!stored) throw notFound('The command template');
    try {
      await this.#options.requireWholeDefinition(unit, caller, stored.assetDefinitionId);
    } catch (error) {
      throw isNotFound(error) ? notFound('The command template') : error;
    }
    return stored;
  }
}

/** A default that its own field refuses could never be sent. */
export function refuseDefaults(form: Input['form']): void {
  for (const [name, field] of Object.entries(form.properties)) {
    const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = field;
    if (minimum > maximum) throw badRequest(`form.properties.${name}: minimum is above maximum.`);
    if (field.default !== undefined) {
      readForm({ type: 'object', properties: { [name]: field } }, {}, 'form.properties');
    }
  }
}
