/** The address of the page that says why: of the value now, or at a moment (ISO). */
export function whyAddress({ assetId, dataItemId }: { assetId: number; dataItemId: number }, at?: string): string {
  const path = `/assets/${assetId}/items/${dataItemId}/why`;
  return at === undefined ? path : `${path}?${new URLSearchParams({ at })}`;
}
