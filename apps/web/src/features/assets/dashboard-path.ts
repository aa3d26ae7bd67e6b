/** Where an asset's dashboard is (spec 1 §2). */
export function dashboardPath(assetId: number): string {
  return `/assets/${assetId}/dashboard`;
}
