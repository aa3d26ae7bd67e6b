import { JOB_ASSET_DEFINITION } from '@telltale/contract';
import { AssetAttributeRepository } from '#features/assets/asset-attribute-repository.ts';
import { AssetRepository } from '#features/assets/asset-repository.ts';
import { faultOfAttribute } from '#features/assets/attribute-rules.ts';
import { refuseWithout } from '#features/assets/attribute-service.ts';
import { AssetDefinitionRepository } from '#features/definitions/asset-definition-repository.ts';
import { JobRepository } from '#features/jobs/job-repository.ts';
import { jobRoutes } from '#features/jobs/job-routes.ts';
import { JobService } from '#features/jobs/job-service.ts';
import type { Rigs } from '#features/jobs/rigs.ts';
import { SerialAttributeService } from '#features/jobs/serial-attribute-service.ts';
import { conflict } from '#http/errors.ts';
import type { Route } from '#http/route.ts';
import type { Equipment } from './equipment.ts';
import type { Foundation } from './foundation.ts';
import type { Repositories } from './repositories.ts';

/** Jobs of rigs, and the attributes that they are made of. */
export interface Jobs {
  readonly jobService: JobService;
  readonly serialAttributes: SerialAttributeService;
  readonly jobRoutes: readonly Route[];
}

export function openJobs({ db, work, clock }: Foundation, repositories: Repositories, equipment: Equipment): Jobs {
  const rigs = rigsOf(repositories, equipment, () => clock.now());
  const jobService = new JobService({ work, jobs: new JobRepository(db), rigs, clock });
  const serialAttributes = new SerialAttributeService({ work, rigs, clock });
  return { jobService, serialAttributes, jobRoutes: jobRoutes({ jobs: jobService, serials: serialAttributes }) };
}

function rigsOf(
  { assets: stored }: Repositories,
  { assetReader, assetService, attributeService }: Equipment,
  now: () => number,
): Rigs {
  return {
    requireVisible: (caller, assetId) => assetReader.entry(caller, assetId),
    peek: (serialNumber) => stored.findBySerialNumber(serialNumber),
    findBySerialNumber: (unit, serialNumber) => unit.of(AssetRepository).findBySerialNumber(serialNumber),
    attributesOf: (unit, assetId) => unit.of(AssetAttributeRepository).list(assetId),
    putAttributes: attributeService.putWithin.bind(attributeService),
    deleteAttributes: attributeService.deleteWithin.bind(attributeService),
    refuseAttribute: (caller, attributeName) => refuseWithout(caller, attributeName, 'Modify'),
    faultOfAttribute,
    definitionOfJobs: async (unit, caller) => {
      const definitions = unit.of(AssetDefinitionRepository);
      const known = await definitions.findByName(JOB_ASSET_DEFINITION);
      if (known) return known.assetDefinitionId;
      const created = await definitions.insert(JOB_ASSET_DEFINITION, '', now(), caller.adminId);
      if (!created) throw conflict(`The asset definition ${JOB_ASSET_DEFINITION} cannot be made.`);
      unit.note({ kind: 'definition', what: 'created', after: created });
      return created.assetDefinitionId;
    },
    makeAsset: async (unit, caller, asset, rig) => {
      const assets = unit.of(AssetRepository);
      const own = caller.visibility.everything ? [] : (await assets.listGroupIdsOfUser(caller.userId)).slice(0, 1);
      const groups = rig ? await assets.listGroupIdsOfAsset(rig.assetId) : own;
      const place = { adminId: rig?.adminId ?? caller.adminId, assetGroupId: null };
      const input = { ...asset, assetAlias: asset.serialNumber };
      const { assetId } = await assetService.createWithin(unit, place, input);
      for (const group of groups) await assets.addToGroup(group, assetId);
      const made = await assets.find(assetId);
      if (!made) throw conflict('The asset of the job is gone.');
      return made;
    },
  };
}
