/** Values about which somebody asks why they are what they are. */
export interface WhyRequest {
  readonly items: readonly { readonly assetId: number; readonly dataItemId: number }[];
  /** The past moment at which they are shown; absent: now. */
  readonly atMs?: number | undefined;
}

const offers = new WeakMap<Element, () => WhyRequest>();

/** Answers for the values within an element; asked when somebody wants to know. */
export function offerWhy(element: Element, read: () => WhyRequest): () => void {
  offers.set(element, read);
  return () => offers.delete(element);
}

/** Marks the element of one value: `<td {...whyOf(item)}>`. */
export function whyOf(item: WhyRequest['items'][number] | undefined): { 'data-why'?: string } {
  return item === undefined ? {} : { 'data-why': `${item.assetId}-${item.dataItemId}` };
}

/**
 * The values that are meant by an element: its own, or those of the row or tile that it stands in.
 * @param target what a pointer is on, or what has the focus
 */
export function whyAt(target: Element): WhyRequest | undefined {
  const marked = target.closest('[data-why]') ?? inRow(target);
  const item = readMark(marked);
  for (let element: Element | null = target; element !== null; element = element.parentElement) {
    const offer = offers.get(element)?.();
    if (offer === undefined) continue;
    if (item) return { ...offer, items: [item] };
    return offer.items.length > 0 ? offer : undefined;
  }
  return item && { items: [item] };
}

function inRow(target: Element): Element | null {
  return target.closest('tr, [role="row"]')?.querySelector('[data-why]') ?? null;
}

function readMark(element: Element | null): WhyRequest['items'][number] | undefined {
  const [, assetId, dataItemId] = /^(\d+)-(\d+)$/.exec(element?.getAttribute('data-why') ?? '') ?? [];
  return assetId && dataItemId ? { assetId: Number(assetId), dataItemId: Number(dataItemId) } : undefined;
}
