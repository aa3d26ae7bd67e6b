import type { AdminId, AssetDefinitionId, AssetId, assets } from '@telltale/contract';
import type { Work } from '#db/unit-of-work.ts';
import type { Caller } from '#http/caller.ts';
import type { JobAttribute } from './job-repository.ts';

/** An asset, as far as jobs know it. */
export interface RigAsset {
  readonly assetId: AssetId;
  readonly serialNumber: string;
  readonly assetDefinitionId: AssetDefinitionId;
  readonly adminId: AdminId;
}

/** What jobs need of the equipment; the wiring has it. */
export interface Rigs {
  /** @throws HttpError 404 for an asset out of sight */
  readonly requireVisible: (caller: Caller, assetId: AssetId) => Promise<{ attributes: readonly JobAttribute[] }>;
  /** The same outside of a change. */
  readonly peek: (serialNumber: string) => Promise<RigAsset | undefined>;
  readonly findBySerialNumber: (unit: Work, serialNumber: string) => Promise<RigAsset | undefined>;
  readonly attributesOf: (unit: Work, assetId: AssetId) => Promise<JobAttribute[]>;
  readonly putAttributes: (
    unit: Work,
    assetId: AssetId,
    inputs: readonly JobAttribute[],
  ) => Promise<assets.Attribute[]>;
  readonly deleteAttributes: (unit: Work, assetId: AssetId, attributeNames: readonly string[]) => Promise<void>;
  /** @throws HttpError 403 for an attribute that the caller may not write whatever the permissions of jobs */
  readonly refuseAttribute: (caller: Caller, attributeName: string) => void;
  /** Why there can be no such attribute; undefined: there can. */
  readonly faultOfAttribute: (attributeName: string, attributeValue: string) => string | undefined;
  /** The definition of jobs, made where there is none. */
  readonly definitionOfJobs: (unit: Work, caller: Caller) => Promise<AssetDefinitionId>;
  /** Makes the asset of a job, seen by whoever sees the rig; without a rig by whoever sees what the caller makes. */
  readonly makeAsset: (
    unit: Work,
    caller: Caller,
    asset: { serialNumber: string; assetDefinitionId: AssetDefinitionId },
    rig: RigAsset | undefined,
  ) => Promise<RigAsset>;
}
