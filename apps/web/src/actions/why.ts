/** A value about which somebody asks why it is what it is. */
export interface WhyItem {
  readonly assetId: number;
  readonly dataItemId: number;
  /** The moment of this very value, as on a chart; absent: that of the request. */
  readonly atMs?: number | undefined;
  /** It is what all values of a time give, such as their mean. */
  readonly span?: WhySpan | undefined;
  /** Which of several values of the data item it is, in a word. */
  readonly what?: string;
}

/** Milliseconds since 1970. */
export interface WhySpan {
  readonly fromMs: number;
  /** Exclusive. */
  readonly toMs: number;
}

/** Values about which somebody asks why they are what they are. */
export interface WhyRequest {
  readonly items: readonly WhyItem[];
  /** The values are those that the condition of an alarm reads. */
  readonly alarm?: WhyAlarm | undefined;
  /** The past moment at which they are shown; absent: now. */
  readonly atMs?: number | undefined;
}

export interface WhyAlarm {
  readonly assetId: number;
  readonly alarmDefinitionId: number;
  /** Whose values its cause names, as that was written; absent: it does not say. */
  readonly dataItemIds?: readonly number[];
}

/** An alarm with its cause, as it is shown. */
interface ToldAlarm extends Pick<WhyAlarm, 'assetId' | 'alarmDefinitionId'> {
  readonly causeNumbers?: readonly { readonly dataItemId: number }[] | undefined;
}

/** What was pointed at. */
export interface WhyPlace {
  readonly target: Element;
  readonly clientX: number;
  readonly clientY: number;
}

const offers = new WeakMap<Element, (place: WhyPlace) => WhyRequest>();

/** Answers for the values within an element; asked when somebody wants to know. */
export function offerWhy(element: Element, read: (place: WhyPlace) => WhyRequest): () => void {
  offers.set(element, read);
  return () => offers.delete(element);
}

/** Marks the element of one value: `<td {...whyOf(item)}>`. */
export function whyOf(item: WhyItem | undefined): { 'data-why'?: string } {
  return item === undefined ? {} : markOf('item', item.assetId, item.dataItemId, item.atMs);
}

/** Marks the element that names the values of an alarm's condition, as they were when it came to count. */
export function whyOfAlarm(alarm: ToldAlarm, raised: string): { 'data-why'?: string } {
  const mark = markOf('alarm', alarm.assetId, alarm.alarmDefinitionId, Date.parse(raised))['data-why'];
  const named = new Set(alarm.causeNumbers?.map(({ dataItemId }) => dataItemId));
  return { 'data-why': named.size === 0 ? mark : `${mark} of ${[...named].join()}` };
}

/** The values that are meant by a place: that of the element there, or those of the row or tile that it stands in. */
export function whyAt(place: WhyPlace): WhyRequest | undefined {
  const asked = readMark(place.target.closest('[data-why]')) ?? within(place.target);
  for (let element: Element | null = place.target; element !== null; element = element.parentElement) {
    const offer = offers.get(element)?.(place);
    if (offer === undefined) continue;
    if (asked) return { ...offer, ...asked };
    return offer.items.length > 0 ? offer : undefined;
  }
  return asked;
}

/** What is marked in the cell of a table, else in the row: of several values one is chosen. */
function within(target: Element): WhyRequest | undefined {
  for (const around of ['td, [role="gridcell"]', 'tr, [role="row"]']) {
    const marks = [...(target.closest(around)?.querySelectorAll('[data-why]') ?? [])];
    const asked = marks.flatMap((mark) => readMark(mark) ?? []);
    const [first] = asked;
    if (first === undefined) continue;
    if (asked.length === 1 || first.alarm) return first;
    return {
      items: asked.flatMap(({ items, atMs }) => items.map((item) => (atMs === undefined ? item : { ...item, atMs }))),
    };
  }
  return undefined;
}

function markOf(kind: 'item' | 'alarm', assetId: number, id: number, atMs: number | undefined): { 'data-why': string } {
  return { 'data-why': `${kind} ${assetId}-${id}${atMs === undefined ? '' : `@${atMs}`}` };
}

function readMark(element: Element | null): WhyRequest | undefined {
  const found = /^(item|alarm) (\d+)-(\d+)(?:@(\d+))?(?: of ([\d,]+))?$/.exec(element?.getAttribute('data-why') ?? '');
  if (found === null) return undefined;
  const [assetId, id] = [Number(found[2]), Number(found[3])];
  const atMs = found[4] === undefined ? {} : { atMs: Number(found[4]) };
  if (found[1] === 'alarm') {
    const named = found[5] === undefined ? {} : { dataItemIds: found[5].split(',').map(Number) };
    return { items: [], alarm: { assetId, alarmDefinitionId: id, ...named }, ...atMs };
  }
  return { items: [{ assetId, dataItemId: id }], ...atMs };
}
