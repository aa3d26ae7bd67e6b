import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  type AssetDefinitionId,
  type BodyOf,
  type definitionFiles,
  type definitions,
  definitionFiles as files,
  permissionId,
  type ReplyOf,
} from '@telltale/contract';
import type { Clock } from '#clock.ts';
import type { Records, UnitOfWork, Work } from '#db/unit-of-work.ts';
import type { DefinitionPart, ItemLabels } from '#expressions/definition-parts.ts';
import { type Caller, holds } from '#http/caller.ts';
import { conflict, forbidden, isNotFound } from '#http/errors.ts';
import { nameKey } from '#names.ts';
import { AssetDefinitionRepository } from '../asset-definition-repository.ts';
import { DataItemRepository } from '../data-item-repository.ts';
import type { DefinitionScope } from '../definition-scope.ts';
import type { DefinitionService } from '../definition-service.ts';
import { differenceOf, type PartDifference } from './entry-difference.ts';
import { readDefinitionFile } from './read-file.ts';

interface Parts {
  readonly dataItems: DefinitionPart<definitionFiles.DataItemEntry>;
  readonly alarms: DefinitionPart<definitionFiles.AlarmEntry>;
  readonly events: DefinitionPart<definitionFiles.EventEntry>;
  readonly commands: DefinitionPart<definitionFiles.CommandEntry>;
  readonly dashboards: DefinitionPart<definitionFiles.DashboardEntry>;
}
type AnyPart = Parts[definitionFiles.FilePartName];
type FileInput = BodyOf<typeof definitionFiles.compareDefinitionFile>;
type Definition = definitions.AssetDefinition;

/** How often a definition that is being changed is read before its file is what was read last. */
const MAX_READINGS = 3;

interface DefinitionFileOptions {
  work: UnitOfWork;
  scope: DefinitionScope;
  definitions: Pick<DefinitionService, 'createWithin' | 'renameWithin'>;
  parts: Parts;
  clock: Clock;
}

/** What a file would do to a definition. */
interface Plan {
  /** Undefined: it makes a new one. */
  readonly definition: Definition | undefined;
  readonly names: Pick<Definition, 'assetDefinitionName' | 'alias'>;
  readonly changes: readonly definitionFiles.FileChange[];
  readonly parts: readonly { part: DefinitionPart<unknown>; difference: PartDifference<unknown> }[];
  readonly others: number;
  readonly state: string;
}

/** Definitions as files, in which names say what belongs together: written, compared and applied, and so copied. */
export class DefinitionFileService {
  readonly #options: DefinitionFileOptions;

  constructor(options: DefinitionFileOptions) {
    this.#options = options;
  }

  /** The file of a definition, with those of its parts that the caller may view. */
  async read(caller: Caller, assetDefinitionId: AssetDefinitionId): Promise<definitionFiles.DefinitionFile> {
    let file = await this.#seenBy(caller, assetDefinitionId);
    // It waits for no change, so one may end while it is read: what is the same twice is whole.
    for (let again = 0; again < MAX_READINGS; again++) {
      const next = await this.#seenBy(caller, assetDefinitionId);
      if (isDeepStrictEqual(next, file)) break;
      file = next;
    }
    return file;
  }

  async #seenBy(caller: Caller, assetDefinitionId: AssetDefinitionId): Promise<definitionFiles.DefinitionFile> {
    const definition = await this.#options.scope.get(caller, assetDefinitionId);
    const mayView = (part: AnyPart) => holds(caller, permissionId(part.group, 'View'));
    const { file } = await this.#fileOf(this.#options.work.committed, definition, mayView);
    return file;
  }

  /** What a file would change. */
  async compare(caller: Caller, input: FileInput): Promise<ReplyOf<typeof definitionFiles.compareDefinitionFile>> {
    const file = readDefinitionFile(input.file);
    return this.#options.work.run(caller, async (unit) => {
      const { definition, names, changes, others, state } = await this.#plan(unit, caller, file, input);
      const assetDefinitionId = definition?.assetDefinitionId ?? null;
      return {
        assetDefinitionId,
        assetDefinitionName: names.assetDefinitionName,
        changes: [...changes],
        others,
        state,
      };
    });
  }

  /**
   * Makes a definition what a file says, all or nothing.
   * @throws HttpError 409 when it is no longer as it was when the difference was told, 403 for a change that is not the
   * caller's to make
   */
  async apply(
    caller: Caller,
    input: BodyOf<typeof definitionFiles.applyDefinitionFile>,
  ): Promise<ReplyOf<typeof definitionFiles.applyDefinitionFile>> {
    const file = readDefinitionFile(input.file);
    return this.#options.work.run(caller, async (unit) => {
      const plan = await this.#plan(unit, caller, file, input);
      if (input.state !== undefined && input.state !== plan.state) {
        throw conflict('The definition has changed in the meantime. Look at the difference again.');
      }
      const assetDefinition = await this.#carryOut(unit, caller, plan);
      return { assetDefinition, changes: plan.changes.length };
    });
  }

  /** Makes a new definition with all that another has. */
  async copy(
    caller: Caller,
    assetDefinitionId: AssetDefinitionId,
    { assetDefinitionName, alias }: BodyOf<typeof definitionFiles.copyAssetDefinition>,
  ): Promise<Definition> {
    return this.#options.work.run(caller, async (unit) => {
      const original = await this.#options.scope.within(unit).get(caller, assetDefinitionId);
      const { file } = await this.#fileOf(unit, original, () => true);
      for (const name of files.filePartNames) {
        const part = this.#options.parts[name];
        if ((file[name]?.length ?? 0) > 0 && !holds(caller, permissionId(part.group, 'View'))) {
          throw forbidden(`The definition has ${part.many}, and you may not see them.`);
        }
      }
      await refuseTaken(unit, assetDefinitionName);
      const input = { file, assetDefinitionName, removeOthers: false };
      const plan = await this.#plan(unit, caller, { ...file, alias: alias ?? '' }, input);
      return this.#carryOut(unit, caller, plan);
    });
  }

  /** Makes a new definition of a file, under its name or another, which its alias would hide then. */
  async make(caller: Caller, file: definitionFiles.DefinitionFile, assetDefinitionName: string): Promise<Definition> {
    return this.#options.work.run(caller, async (unit) => {
      await refuseTaken(unit, assetDefinitionName);
      const alias = assetDefinitionName === file.name ? file.alias : '';
      const input = { file, assetDefinitionName, removeOthers: false };
      const plan = await this.#plan(unit, caller, { ...file, alias }, input);
      return this.#carryOut(unit, caller, plan);
    });
  }

  async #fileOf(records: Records, definition: Definition, isWanted: (part: AnyPart) => boolean) {
    const { assetDefinitionName, alias, assetDefinitionId } = definition;
    const labels = await labelsOf(records);
    const stored: Partial<Record<definitionFiles.FilePartName, readonly { id: number; entry: unknown }[]>> = {};
    for (const name of files.filePartNames) {
      const part = this.#options.parts[name];
      if (isWanted(part)) stored[name] = await part.list(records, assetDefinitionId, labels);
    }
    const entries = Object.fromEntries(
      Object.entries(stored).map(([name, all]) => [name, all.map((one) => one.entry)]),
    );
    const dataItems = (entries.dataItems ?? []) as definitionFiles.DataItemEntry[];
    const isScaled = dataItems.some(({ scaling }) => scaling != null);
    const file = {
      format: files.FILE_FORMAT,
      version: isScaled ? files.FILE_VERSION : files.FIRST_FILE_VERSION,
      name: assetDefinitionName,
      alias,
      ...entries,
    };
    return { file: file as definitionFiles.DefinitionFile, stored };
  }

  async #plan(unit: Work, caller: Caller, file: definitionFiles.DefinitionFile, input: FileInput): Promise<Plan> {
    const definition = await this.#target(unit, caller, input, file.name);
    const names = { assetDefinitionName: input.assetDefinitionName ?? file.name, alias: file.alias };
    const seen = definition && (await this.#fileOf(unit, definition, () => true));
    const changes = nameChange(definition, names);
    const parts: Plan['parts'][number][] = [];
    let others = 0;
    for (const name of files.filePartNames) {
      const wanted = file[name];
      if (wanted === undefined) continue;
      const part = this.#options.parts[name] as unknown as DefinitionPart<unknown>;
      // Whoever may not look at a part may not learn of it by comparing either.
      if (seen?.stored[name]?.length && !holds(caller, permissionId(part.group, 'View'))) {
        throw forbidden(`The file holds ${part.many}, and you may not see those that there are.`);
      }
      const difference = differenceOf(part, name, seen?.stored[name] ?? [], wanted, input.removeOthers);
      changes.push(...difference.changes);
      others += difference.others;
      parts.push({ part, difference });
    }
    const state = createHash('sha256')
      .update(JSON.stringify(seen?.file ?? ''))
      .digest('hex');
    return { definition, names, changes, parts, others, state };
  }

  /** The definition that a file is for; undefined for a new one. */
  async #target(unit: Work, caller: Caller, input: FileInput, nameOfFile: string): Promise<Definition | undefined> {
    const scope = this.#options.scope.within(unit);
    if (input.assetDefinitionId !== undefined) return scope.get(caller, input.assetDefinitionId);
    const name = input.assetDefinitionName ?? nameOfFile;
    const known = await unit.of(AssetDefinitionRepository).findByName(name);
    if (!known) return undefined;
    return scope.get(caller, known.assetDefinitionId).catch((error: unknown) => {
      if (!isNotFound(error)) throw error;
      throw conflict(`There is an asset definition named ${name} already, and you see none of its assets.`);
    });
  }

  async #carryOut(unit: Work, caller: Caller, { definition, names, parts, changes }: Plan): Promise<Definition> {
    const { definitions: service, scope } = this.#options;
    if (definition && changes.length === 0) return definition;
    if (definition) await scope.within(unit).getToChange(caller, definition.assetDefinitionId);
    for (const { part, difference } of parts) refuseForeign(caller, part, difference);
    const isRenamed = changes.some(({ part }) => part === 'definition');
    if (isRenamed) refuseWithout(caller, 'AssetDefinitions', definition ? 'Modify' : 'Create', 'asset definitions');
    const after = !definition
      ? await service.createWithin(unit, caller, names.assetDefinitionName, names.alias)
      : isRenamed
        ? await service.renameWithin(unit, definition, names)
        : definition;
    const labels = await this.#ensureLabels(unit, caller, parts);
    for (const { part, difference } of parts) {
      const { added, changed, removed } = difference;
      if (added.length + changed.length + removed.length === 0) continue;
      await part.apply(unit, caller, after.assetDefinitionId, difference, labels);
    }
    return after;
  }

  /** Every label that what is made or changed speaks of, made where it is new. */
  async #ensureLabels(unit: Work, caller: Caller, parts: Plan['parts']): Promise<ItemLabels> {
    const named = new Map<string, string>();
    for (const { part, difference } of parts) {
      for (const entry of [...difference.added, ...difference.changed.map((one) => one.entry)]) {
        for (const label of part.labelsOf(entry)) named.set(nameKey(label), label.trim());
      }
    }
    const items = unit.of(DataItemRepository);
    const known = await items.findByLabels([...named.values()]);
    const missing = [...named].filter(([key]) => !known.has(key)).map(([, label]) => label);
    if (missing.length > 0) {
      refuseWithout(caller, 'DataItems', 'Create', 'data items');
      const made = await items.ensure(missing, this.#options.clock.now());
      for (const { dataItemId, label } of made.values()) {
        unit.note({ kind: 'data item', what: 'created', after: { dataItemId, label } });
      }
    }
    return labelsOf(unit);
  }
}

async function refuseTaken(unit: Work, name: string): Promise<void> {
  if (!(await unit.of(AssetDefinitionRepository).findByName(name))) return;
  throw conflict(`There is an asset definition named ${name} already.`);
}

/** Every label of the portal: data items are global by it. */
async function labelsOf(records: Records): Promise<ItemLabels> {
  const all = await records.of(DataItemRepository).list();
  const byId = new Map<number, string>(all.map(({ dataItemId, label }) => [dataItemId, label]));
  const byKey = new Map(all.map(({ dataItemId, label }) => [nameKey(label), dataItemId]));
  return { labelOf: (id) => byId.get(id), idOf: (label) => byKey.get(nameKey(label)) };
}

function nameChange(before: Definition | undefined, after: Plan['names']): definitionFiles.FileChange[] {
  const [was, willBe] = [before, after].map((one) => one && { name: one.assetDefinitionName, alias: one.alias });
  const told = { part: 'definition' as const, name: after.assetDefinitionName, after: willBe };
  if (!before) return [{ ...told, kind: 'added', before: null }];
  const isSame = before.assetDefinitionName === after.assetDefinitionName && before.alias === after.alias;
  return isSame ? [] : [{ ...told, kind: 'changed', before: was }];
}

/** A file changes nothing that its sender could not change by hand. */
function refuseForeign(caller: Caller, part: DefinitionPart<unknown>, difference: PartDifference<unknown>): void {
  const { added, changed, removed } = difference;
  if (added.length > 0) refuseWithout(caller, part.group, 'Create', part.many);
  if (changed.length > 0) refuseWithout(caller, part.group, 'Modify', part.many);
  if (removed.length > 0) refuseWithout(caller, part.group, 'Delete', part.many);
}

function refuseWithout(
  caller: Caller,
  group: Parameters<typeof permissionId>[0],
  action: 'Create' | 'Modify' | 'Delete',
  many: string,
): void {
  if (holds(caller, permissionId(group, action))) return;
  const done = { Create: 'make', Modify: 'change', Delete: 'delete' }[action];
  throw forbidden(`This would ${done} ${many}, and you do not have the permission ${group}${action}.`);
}
