import {
  type AssetDefinitionId,
  type AssetId,
  type commands,
  type DataItemId,
  type EpochMs,
  permissionId,
} from '@telltale/contract';
import { itemName } from '@telltale/domain';
import type { Clock } from '#clock.ts';
import type { UnitOfWork, Work } from '#db/unit-of-work.ts';
import { type Caller, holds } from '#http/caller.ts';
import { conflict, forbidden, notFound } from '#http/errors.ts';
import type { Topic } from '#news/topic.ts';
import type { CommandAnswerRepository, FurtherAnswer } from './command-answer-repository.ts';
import type { Decided } from './command-decisions.ts';
import { CommandDefinitionRepository } from './command-definition-repository.ts';
import { type CommandDelivery, entryOf } from './command-delivery.ts';
import { type CommandDraft, type CommandInput, type DraftSources, draftAgain, draftCommand } from './command-draft.ts';
import type { CommandNews, CommandRecord, NewCommand } from './command-record.ts';
import { type CommandFilter, CommandRepository } from './command-repository.ts';

export interface CommandServiceOptions {
  work: UnitOfWork;
  repository: CommandRepository;
  answers: CommandAnswerRepository;
  delivery: CommandDelivery;
  /** Who sends commands, at every node, hears of them. */
  told: Topic<CommandNews>;
  /** Whether there is such an asset (who may see it is asked of the caller). */
  assetExists: (assetId: AssetId) => Promise<boolean>;
  /** @throws HttpError 404 when the asset is gone by now, or out of scope */
  requireAssetWithin: (
    work: Work,
    caller: Caller,
    assetId: AssetId,
  ) => Promise<{ assetDefinitionId: AssetDefinitionId }>;
  /** Labels of the data items that the asset has, by id. */
  labelsWithin: (
    work: Work,
    asset: { assetId: AssetId; assetDefinitionId: AssetDefinitionId },
  ) => Promise<ReadonlyMap<DataItemId, string>>;
  /** The label of any data item. */
  labelWithin: (work: Work, dataItemId: DataItemId) => Promise<string | undefined>;
  /** Which assets of the definition have sent a data item. */
  sendersWithin: (work: Work, assetDefinitionId: AssetDefinitionId, dataItemId: DataItemId) => Promise<AssetId[]>;
  /** What the asset calls its data items, by their ids; undefined: the caller does not see it. */
  aliasesOf: (caller: Caller, assetId: AssetId) => Promise<ReadonlyMap<number, string> | undefined>;
  clock: Clock;
}

/** A command with all that came back. */
export interface FullCommand extends CommandRecord {
  furtherAnswers: readonly FurtherAnswer[];
}

export interface CommandQuery {
  assetId?: AssetId | undefined;
  state?: commands.CommandState | undefined;
  user?: string | undefined;
  template?: string | undefined;
  fromMs?: EpochMs | undefined;
  toMs?: EpochMs | undefined;
  limit: number;
  offset: number;
}

const MAX_WAITING_PER_ASSET = 1_000;
/** So many parameters a statement of SQLite takes, and some. */
const ASSETS_PER_STATEMENT = 30_000;

/** Commands as people ask for them and see them; how they reach their devices is the delivery's. */
export class CommandService {
  readonly #options: CommandServiceOptions;

  constructor(options: CommandServiceOptions) {
    this.#options = options;
  }

  /**
   * Queues commands, all or none; dangerous ones await their release.
   * @throws HttpError 404 when the caller does not see one of the assets, 400 for a command that is not one, 403 for who
   * may not see the command that is sent again
   */
  async send(caller: Caller, inputs: readonly CommandInput[]): Promise<FullCommand[]> {
    if (inputs.some(({ again }) => again !== undefined) && !holds(caller, VIEW)) throw forbidden();
    for (const { assetId } of inputs) await this.#refuseUnseen(caller, assetId);
    const { work, clock, told } = this.#options;
    const made = await work.run(caller, async (unit) => {
      const drafts: NewCommand[] = [];
      const createdMs = clock.now();
      const sourcesOf = this.#sources(unit, caller);
      for (const [i, input] of inputs.entries()) {
        const draft = await this.#draft(unit, caller, input, await sourcesOf(input.assetId), String(i));
        const { userId, username } = caller;
        const expiresMs = createdMs + draft.expirationSeconds * 1_000;
        drafts.push({ ...draft, assetId: input.assetId, userId, username, createdMs, expiresMs });
      }
      this.#refuseTooMany(inputs);
      const records = await unit.of(CommandRepository).insertAll(drafts);
      for (const record of records) {
        const what = record.isDangerous ? 'asked for, awaiting release' : 'sent';
        unit.note({ ...entryOf(record, what), after: { command: record.command } });
      }
      unit.tell(told, { taken: records });
      return records;
    });
    return (await this.#named(caller, made)).map((record) => ({ ...record, furtherAnswers: [] }));
  }

  /** What was decided of one, as its readers see it. */
  async decided(caller: Caller, deciding: Promise<CommandRecord>): Promise<FullCommand> {
    const record = await deciding;
    const [named = record] = await this.#named(caller, [record]);
    return { ...named, furtherAnswers: [] };
  }

  /** The same of several. */
  async decidedEach(caller: Caller, deciding: Promise<Decided>) {
    const { decided, left } = await deciding;
    const named = await this.#named(caller, decided);
    return { decided: named.map((record): FullCommand => ({ ...record, furtherAnswers: [] })), left };
  }

  async get(caller: Caller, commandId: number): Promise<FullCommand> {
    const command = await this.#options.repository.find(commandId);
    if (!command || !caller.visibility.canSee(command.assetId)) throw notFound('The command');
    const [full] = await this.#withAnswers(caller, [command]);
    return full as FullCommand;
  }

  /** @throws HttpError 404 for an asset that the caller does not see */
  async list(caller: Caller, query: CommandQuery): Promise<{ total: number; commands: FullCommand[] }> {
    const { assetId, limit, offset, ...filter } = query;
    if (assetId !== undefined) await this.#refuseUnseen(caller, assetId);
    const inSight = assetId === undefined ? caller.visibility.assetIds : new Set([assetId]);
    if (inSight?.size === 0) return { total: 0, commands: [] };
    const [records, total] = await this.#page(filter, inSight && [...inSight], { limit, offset });
    return { total, commands: await this.#withAnswers(caller, records) };
  }

  async #page(
    filter: Omit<CommandFilter, 'assetIds'>,
    assetIds: readonly AssetId[] | undefined,
    { limit, offset }: { limit: number; offset: number },
  ): Promise<[CommandRecord[], number]> {
    const { repository } = this.#options;
    if (assetIds === undefined || assetIds.length <= ASSETS_PER_STATEMENT) {
      return repository.list({ ...filter, assetIds }, { limit, offset });
    }
    let newest: CommandRecord[] = [];
    let total = 0;
    for (let first = 0; first < assetIds.length; first += ASSETS_PER_STATEMENT) {
      const some = assetIds.slice(first, first + ASSETS_PER_STATEMENT);
      const [records, count] = await repository.list(
        { ...filter, assetIds: some },
        { limit: offset + limit, offset: 0 },
      );
      total += count;
      newest = [...newest, ...records].sort((a, b) => b.commandId - a.commandId).slice(0, offset + limit);
    }
    return [newest.slice(offset), total];
  }

  async #withAnswers(caller: Caller, commands: readonly CommandRecord[]): Promise<FullCommand[]> {
    const records = await this.#named(caller, commands);
    const answers = await this.#options.answers.listOf(records.map(({ commandId }) => commandId));
    const byCommand = Map.groupBy(answers, ({ commandId }) => commandId);
    return records.map((record) => ({ ...record, furtherAnswers: byCommand.get(record.commandId) ?? [] }));
  }

  /** With what should move called as its asset calls it now. */
  async #named(caller: Caller, records: readonly CommandRecord[]): Promise<CommandRecord[]> {
    const assetIds = new Set(records.flatMap(({ assetId, effect }) => (effect ? [assetId] : [])));
    const known = new Map<AssetId, ReadonlyMap<number, string> | undefined>();
    for (const assetId of assetIds) known.set(assetId, await this.#options.aliasesOf(caller, assetId));
    return records.map((record) => {
      const { assetId, effect } = record;
      if (effect === null) return record;
      const alias = known.get(assetId)?.get(effect.dataItemId);
      return { ...record, effect: { ...effect, label: itemName({ label: effect.label, alias }) } };
    });
  }

  async #draft(
    unit: Work,
    caller: Caller,
    input: CommandInput,
    sources: DraftSources,
    path: string,
  ): Promise<CommandDraft> {
    const { assetId, again, effect } = input;
    if (again !== undefined) {
      const earlier = await unit.of(CommandRepository).find(again);
      if (earlier?.assetId !== assetId) throw notFound('The command');
      return draftAgain(earlier, input, sources.templates, path);
    }
    const wished = effect?.dataItemId;
    if (wished === undefined || sources.labelOf(wished) !== undefined) return draftCommand(input, sources, path);
    // A device that has not sent it yet may send it after its command, as others of its definition do.
    const senders = await this.#options.sendersWithin(unit, sources.assetDefinitionId, wished);
    if (!senders.some((sender) => caller.visibility.canSee(sender))) throw notFound('The data item');
    const label = await this.#options.labelWithin(unit, wished);
    return draftCommand(input, { ...sources, labelOf: () => label }, path);
  }

  /** What commands to an asset are put together from, each asset asked once. */
  #sources(unit: Work, caller: Caller) {
    const { requireAssetWithin, labelsWithin, labelWithin } = this.#options;
    const moved = new Map<DataItemId, string | undefined>();
    const read = async (assetId: AssetId): Promise<DraftSources> => {
      const { assetDefinitionId } = await requireAssetWithin(unit, caller, assetId);
      const templates = await unit.of(CommandDefinitionRepository).listOfDefinition(assetDefinitionId);
      const labels = await labelsWithin(unit, { assetId, assetDefinitionId });
      for (const { dataItemId } of templates) {
        if (dataItemId === null || moved.has(dataItemId)) continue;
        moved.set(dataItemId, await labelWithin(unit, dataItemId));
      }
      return {
        assetDefinitionId,
        templates,
        labelOf: (dataItemId: DataItemId) => labels.get(dataItemId),
        labelOfMoved: (dataItemId: DataItemId) => moved.get(dataItemId),
      };
    };
    const known = new Map<AssetId, ReturnType<typeof read>>();
    return (assetId: AssetId) => {
      const asked = known.get(assetId) ?? read(assetId);
      known.set(assetId, asked);
      return asked;
    };
  }

  #refuseTooMany(inputs: readonly CommandInput[]): void {
    for (const [assetId, some] of Map.groupBy(inputs, (input) => input.assetId)) {
      if (some.length + this.#options.delivery.waitingOf(assetId) > MAX_WAITING_PER_ASSET) {
        throw conflict(`More than ${MAX_WAITING_PER_ASSET} commands wait for the asset.`);
      }
    }
  }

  async #refuseUnseen(caller: Caller, assetId: AssetId): Promise<void> {
    if (!caller.visibility.canSee(assetId) || !(await this.#options.assetExists(assetId))) throw notFound('The asset');
  }
}

const VIEW = permissionId('Commands', 'View');
