import { type AssetDefinitionId, type AssetId, type definitions, permissionId } from '@telltale/contract';
import { type Caller, holds } from '#http/caller.ts';
import { notFound } from '#http/errors.ts';
import type { AssetDefinitionRepository } from './asset-definition-repository.ts';

const MAY_DEFINE = permissionId('AssetDefinitions', 'Create');

/**
 * Who may see what belongs to a definition: its name is for holders of its permission, its data items, dashboards and
 * events only for who sees an asset of it, or holds AdminModify (spec 3 §13 'visibility of types'), which is every
 * permission inside the admin unit, no sight beyond it (decision 0111). One that has no asset yet is for those who make
 * definitions in its admin unit: otherwise nobody could furnish it (decision 0120).
 */
export class DefinitionScope {
  readonly #definitions: AssetDefinitionRepository;
  readonly #assets: { listIdsOfDefinition(assetDefinitionId: AssetDefinitionId): Promise<AssetId[]> };

  constructor(
    definitions: AssetDefinitionRepository,
    assets: { listIdsOfDefinition(assetDefinitionId: AssetDefinitionId): Promise<AssetId[]> },
  ) {
    this.#definitions = definitions;
    this.#assets = assets;
  }

  async canSee(caller: Caller, assetDefinitionId: AssetDefinitionId): Promise<boolean> {
    if (caller.visibility.everything) return true;
    const assetIds = await this.#assets.listIdsOfDefinition(assetDefinitionId);
    if (assetIds.length === 0 && holds(caller, MAY_DEFINE)) {
      return (await this.#definitions.findAdminId(assetDefinitionId)) === caller.adminId;
    }
    return assetIds.some((assetId) => caller.visibility.canSee(assetId));
  }

  /** Whether all assets of the definition are in sight: what is changed for all of them must be. */
  async canSeeAll(caller: Caller, assetDefinitionId: AssetDefinitionId): Promise<boolean> {
    const assetIds = await this.#assets.listIdsOfDefinition(assetDefinitionId);
    return assetIds.every((assetId) => caller.visibility.canSee(assetId));
  }

  /** @throws HttpError 404 when there is no such definition, or the caller may not see what belongs to it */
  async get(caller: Caller, assetDefinitionId: AssetDefinitionId): Promise<definitions.AssetDefinition> {
    const definition = await this.#definitions.find(assetDefinitionId);
    if (!definition || !(await this.canSee(caller, assetDefinitionId))) throw notFound('The asset definition');
    return definition;
  }
}
