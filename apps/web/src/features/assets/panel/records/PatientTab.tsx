import type { assets } from '@telltale/contract';
import { PatientRecord } from '#pages/patient/PatientRecord.tsx';

/** The patient information of an asset, for those who may read it. */
export function PatientTab({ asset }: { asset: assets.Asset }) {
  return <PatientRecord assetId={asset.assetId} title={asset.assetAlias || asset.serialNumber} />;
}
