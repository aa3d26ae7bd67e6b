import {
  type AssetId,
  type assetLists,
  type PermissionAction,
  type PermissionGroup,
  permissionId,
} from '@telltale/contract';
import type { AssetEvents } from '#asset-events.ts';
import type { Clock } from '#clock.ts';
import type { UnitOfWork, Work } from '#db/unit-of-work.ts';
import { type Caller, holds } from '#http/caller.ts';
import { badRequest, forbidden } from '#http/errors.ts';
import { nameKey } from '#names.ts';
import { AssetCoordinatesRepository } from '../asset-coordinates-repository.ts';
import { type AssetRecord, AssetRepository } from '../asset-repository.ts';
import { type ImportGround, type ImportPlan, type ImportStep, planImport } from './asset-import.ts';
import { attributesOf, storeAttributes } from './store-attributes.ts';

export interface AssetImportOptions {
  work: UnitOfWork;
  /** Those of the database of a change. */
  definitions: (
    work: Work,
  ) => Promise<readonly { assetDefinitionId: number; assetDefinitionName: string; alias: string }[]>;
  events: AssetEvents;
  clock: Clock;
  newToken: () => string;
  hashToken: (token: string) => string;
}

/** Faults that a refusal names. */
const TOLD_FAULTS = 100;

/** Creates and changes assets by the lines of a file, all or none. */
export class AssetImportService {
  readonly #options: AssetImportOptions;

  constructor(options: AssetImportOptions) {
    this.#options = options;
  }

  /** What the lines would do; nothing is stored. */
  async preview(caller: Caller, lines: readonly assetLists.AssetLine[]) {
    return this.#options.work.run(caller, async (unit) => replyOf(await this.#plan(unit, caller, lines)));
  }

  /** @throws HttpError 403 for what the caller may not do, 400 with the faults of the lines when any of them cannot be taken: nothing is stored then */
  async apply(caller: Caller, lines: readonly assetLists.AssetLine[]) {
    return this.#options.work.run(caller, async (unit) => {
      const plan = await this.#plan(unit, caller, lines);
      if (plan.forbidden !== undefined) throw forbidden(plan.forbidden);
      if (plan.faults.length > 0) {
        const faults = plan.faults.slice(0, TOLD_FAULTS);
        throw badRequest(`Nothing was stored: ${plan.faults.length} lines cannot be taken.`, { faults });
      }
      await this.#store(unit, caller, plan.steps);
      return replyOf(plan);
    });
  }

  async #plan(unit: Work, caller: Caller, lines: readonly assetLists.AssetLine[]): Promise<ImportPlan> {
    const found = await unit.of(AssetRepository).findBySerialNumbers(lines.map(({ serialNumber }) => serialNumber));
    const inSight = found.map(({ assetId }) => assetId).filter((assetId) => caller.visibility.canSee(assetId));
    const attributes = await attributesOf(unit, inSight);
    const places = new Map((await unit.of(AssetCoordinatesRepository).listCurrent()).map((at) => [at.assetId, at]));
    const known: ImportGround['known'] = new Map(
      found.map((asset) => {
        const { assetId, serialNumber } = asset;
        const isInSight = caller.visibility.canSee(assetId);
        const stored = { asset, isInSight, attributes: attributes.get(assetId), place: places.get(assetId) };
        return [nameKey(serialNumber), stored] as const;
      }),
    );
    const definitions = new Map<string, AssetRecord['assetDefinitionId']>();
    for (const { assetDefinitionId, assetDefinitionName, alias } of await this.#options.definitions(unit)) {
      const id = assetDefinitionId as AssetRecord['assetDefinitionId'];
      if (alias !== '' && !definitions.has(nameKey(alias))) definitions.set(nameKey(alias), id);
      definitions.set(nameKey(assetDefinitionName), id);
    }
    return planImport(lines, { known, definitions, rights: rightsOf(caller) });
  }

  async #store(unit: Work, caller: Caller, steps: readonly ImportStep[]): Promise<void> {
    const { events } = this.#options;
    const ids = await this.#create(
      unit,
      caller,
      steps.filter(({ asset }) => asset === undefined),
    );
    const repository = unit.of(AssetRepository);
    const setMs = this.#options.clock.now();
    const places = [];
    for (const step of steps) {
      const { asset, assetAlias, description, place } = step;
      const assetId = asset?.assetId ?? ids.get(nameKey(step.serialNumber));
      if (assetId === undefined) throw new Error('An asset was created and not answered.');
      if (place !== undefined) places.push({ assetId, ...place, setMs });
      if (asset === undefined) continue;
      if (assetAlias !== undefined || description !== undefined) {
        await repository.update(assetId, { assetAlias, description });
        const before = { assetAlias: asset.assetAlias, description: asset.description };
        const after = { assetAlias: assetAlias ?? before.assetAlias, description: description ?? before.description };
        unit.note({ kind: 'asset', assetId, what: 'changed', before, after });
      }
      if (place !== undefined)
        unit.note({ kind: 'coordinates', assetId, what: 'position set', before: step.placeBefore, after: place });
      if (step.what.length > 0) unit.tell(events, { kind: 'changed', assetId });
    }
    await unit.of(AssetCoordinatesRepository).append(...places);
    const wanted = steps.flatMap(({ asset, serialNumber, attributes }) => {
      const assetId = asset?.assetId ?? ids.get(nameKey(serialNumber));
      return assetId === undefined || attributes.length === 0 ? [] : [{ assetId, inputs: attributes }];
    });
    await storeAttributes(unit, events, wanted);
  }

  /** As one asset is created: in the caller's admin unit, and in their first group where they do not see everything. */
  async #create(unit: Work, caller: Caller, steps: readonly ImportStep[]): Promise<ReadonlyMap<string, AssetId>> {
    const { clock, newToken, hashToken, events } = this.#options;
    const createdMs = clock.now();
    const repository = unit.of(AssetRepository);
    const created = await repository.insertAll(
      steps.map(({ serialNumber, assetDefinitionId, assetAlias = '', description = '' }) => ({
        assetDefinitionId,
        adminId: caller.adminId,
        serialNumber,
        assetAlias,
        description,
        tokenHash: hashToken(newToken()),
        createdMs,
      })),
    );
    const [group] = caller.visibility.everything ? [] : await repository.listGroupIdsOfUser(caller.userId);
    if (group !== undefined) await repository.addToGroup(group, ...created.map(({ assetId }) => assetId));
    for (const { assetId, serialNumber, assetDefinitionId, assetAlias, description } of created) {
      const after = { serialNumber, assetDefinitionId, assetAlias, description };
      unit.note({ kind: 'asset', assetId, what: 'created', after });
      unit.tell(events, { kind: 'created', assetId });
    }
    return new Map(created.map(({ assetId, serialNumber }) => [nameKey(serialNumber), assetId]));
  }
}

function rightsOf(caller: Caller): ImportGround['rights'] {
  const may = (group: PermissionGroup, action: PermissionAction) => holds(caller, permissionId(group, action));
  return {
    mayCreate: may('Assets', 'Create'),
    mayModify: may('Assets', 'Modify'),
    mayPlace: may('Coordinates', 'Modify'),
    mayAddAttributes: may('Attributes', 'Create') || may('Attributes', 'Modify'),
    mayChangeAttributes: may('Attributes', 'Modify'),
    mayWritePatientInfo: may('CustomPermission1', 'Modify'),
  };
}

function replyOf({ steps, faults }: ImportPlan) {
  const changes = steps.map(({ line, serialNumber, asset, what }) => ({
    line: line.line,
    serialNumber,
    kind: asset === undefined ? ('create' as const) : what.length > 0 ? ('change' as const) : ('none' as const),
    what: [...what],
  }));
  const count = (kind: assetLists.LineChange['kind']) => changes.filter((change) => change.kind === kind).length;
  return { created: count('create'), changed: count('change'), unchanged: count('none'), faults: [...faults], changes };
}
