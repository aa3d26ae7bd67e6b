import { ApiError, messageOf } from '#api/api-error.ts';
import type { ExportAsset } from './ItemChecks.tsx';

/** Why an export was refused. The portal tells of what vanished by its id; here it has the name that it was chosen by. */
export function refusalText(refusal: unknown, assets: readonly ExportAsset[]): string {
  const { assetId, dataItemId } = vanishedIn(refusal);
  const asset = assets.find((one) => one.assetId === assetId);
  if (asset === undefined) return messageOf(refusal);
  const what = dataItemId === undefined ? asset.name : `A data item of ${asset.name}`;
  return `${what} was deleted meanwhile, or is out of your sight by now. Leave it out and export again.`;
}

function vanishedIn(refusal: unknown): { assetId?: unknown; dataItemId?: unknown } {
  if (!(refusal instanceof ApiError) || refusal.status !== 404) return {};
  const { details } = refusal;
  return typeof details === 'object' && details !== null ? details : {};
}
