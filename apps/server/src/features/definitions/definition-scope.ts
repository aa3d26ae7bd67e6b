import { type AssetDefinitionId, type definitions, permissionId } from '@telltale/contract';
import type { Work } from '#db/unit-of-work.ts';
import { type Caller, holds } from '#http/caller.ts';
import { forbidden, notFound } from '#http/errors.ts';
import { AssetDefinitionRepository } from './asset-definition-repository.ts';

const MAY_DEFINE = permissionId('AssetDefinitions', 'Create');

/**
 * Who may see what belongs to a definition: its name is for holders of its permission, its data items, dashboards and
 * events only for who sees an asset of it, or holds AdminModify (spec 3 §13 'visibility of types'), which is every
 * permission inside the admin unit, no sight beyond it (decision 0111). One that has no asset yet is for those who make
 * definitions in its admin unit: otherwise nobody could furnish it (decision 0120).
 */
export class DefinitionScope {
  readonly #definitions: AssetDefinitionRepository;

  constructor(definitions: AssetDefinitionRepository) {
    this.#definitions = definitions;
  }

  /** The same as things stand within a change. */
  within(work: Work): DefinitionScope {
    return new DefinitionScope(work.of(AssetDefinitionRepository));
  }

  async canSee(caller: Caller, assetDefinitionId: AssetDefinitionId): Promise<boolean> {
    if (caller.visibility.everything) return true;
    const assetIds = await this.#definitions.listAssetIds(assetDefinitionId);
    if (assetIds.length === 0 && holds(caller, MAY_DEFINE)) {
      return (await this.#definitions.findAdminId(assetDefinitionId)) === caller.adminId;
    }
    return assetIds.some((assetId) => caller.visibility.canSee(assetId));
  }

  /** Whether all assets of the definition are in sight: what is changed for all of them must be. */
  async canSeeAll(caller: Caller, assetDefinitionId: AssetDefinitionId): Promise<boolean> {
    const assetIds = await this.#definitions.listAssetIds(assetDefinitionId);
    return assetIds.every((assetId) => caller.visibility.canSee(assetId));
  }

  /** @throws HttpError 404 when there is no such definition, or the caller may not see what belongs to it */
  async get(caller: Caller, assetDefinitionId: AssetDefinitionId): Promise<definitions.AssetDefinition> {
    const definition = await this.find(caller, assetDefinitionId);
    if (!definition) throw notFound('The asset definition');
    return definition;
  }

  /** The same; undefined where that would be 404. */
  async find(caller: Caller, assetDefinitionId: AssetDefinitionId): Promise<definitions.AssetDefinition | undefined> {
    const definition = await this.#definitions.find(assetDefinitionId);
    return definition && (await this.canSee(caller, assetDefinitionId)) ? definition : undefined;
  }

  /**
   * What belongs to a definition acts on all of its assets: it is changed only by who sees all of them (spec 3 §14).
   * @throws HttpError 404 as `get`, 403 for who does not see one of the assets
   */
  async getToChange(caller: Caller, assetDefinitionId: AssetDefinitionId): Promise<definitions.AssetDefinition> {
    const definition = await this.get(caller, assetDefinitionId);
    if (await this.canSeeAll(caller, assetDefinitionId)) return definition;
    throw forbidden(
      'There are assets of this definition that you do not see. What acts on them is not yours to change.',
    );
  }
}
