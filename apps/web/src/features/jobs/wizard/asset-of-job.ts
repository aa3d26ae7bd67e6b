import { type assets, JOB_GENERATED } from '@telltale/contract';

/** Whether an asset is a job itself and no rig: it is named by what its own attribute says. */
export function isAssetOfJob({ serialNumber, attributes }: Pick<assets.Asset, 'serialNumber' | 'attributes'>): boolean {
  const named = attributes.find(
    ({ attributeName }) => attributeName.toLowerCase() === JOB_GENERATED.serialNumber.toLowerCase(),
  );
  return named !== undefined && named.attributeValue.toLowerCase() === serialNumber.toLowerCase();
}
