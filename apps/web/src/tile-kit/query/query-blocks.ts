import { z } from 'zod';
import { quoteSqlName } from '#sqlite/quote-name.ts';
import { DATA_TABS } from './views.ts';

/** Where the blocks of the explorer are kept in this browser (spec 2 §2.12). */
export const BLOCKS_KEY = 'telltale.sqlite.blocks';

const chosenSchema = z.object({ table: z.string(), columns: z.array(z.string()) });

/** One query of the page, as it is kept in the browser (spec 2 §2.12). */
const blockSchema = z.object({
  title: z.string().max(200),
  query: z.string().max(1_000_000),
  /** A function that is applied to the rows; empty: none. */
  parsing: z.string().max(100_000).default(''),
  queryTab: z.enum(['fields', 'raw', 'transform']).catch('fields'),
  dataTab: z.enum(DATA_TABS).catch('line'),
  /** What the query was put together from; null once its text was written by hand. */
  chosen: chosenSchema.nullable().catch(null),
});
export type QueryBlock = z.infer<typeof blockSchema>;
export type ChosenFields = z.infer<typeof chosenSchema>;

/** A block on the page; the id is of this visit only. */
export type PlacedBlock = QueryBlock & { readonly id: string };

/** 14 rows, 1000 seconds apart from 1600000000, with random values in ranges of 500 (spec 2 §2.12). */
export const SAMPLE_QUERY = `with recursive sample(n) as (select 0 union all select n + 1 from sample where n < 13)
select
  1600000000 + 1000 * n as timestamp,
  abs(random() % 500) as low,
  500 + abs(random() % 500) as middle,
  1000 + abs(random() % 500) as high
from sample`;

/** spec 2 §5, word for word. */
export const CLEARS_QUERY =
  "Unfortunately, you can't use the dummy editor and text query editor at the same time. Using this will clear your text query. Do you want to continue?";

const EMPTY: Omit<QueryBlock, 'title'> = { query: '', parsing: '', queryTab: 'fields', dataTab: 'line', chosen: null };

export function newBlock(count: number, given: Partial<QueryBlock> = {}): QueryBlock {
  return { ...EMPTY, title: `Query ${count + 1}`, ...given };
}

/** What stands on the page of who has kept nothing. */
export const firstBlocks = (): QueryBlock[] => [newBlock(0, { query: SAMPLE_QUERY, queryTab: 'raw' })];

/** Whether a query was written by hand, so that choosing fields would lose it. */
export const isHandwritten = ({ query, chosen }: QueryBlock): boolean =>
  chosen === null && query.trim() !== '' && query !== SAMPLE_QUERY;

/** The query of simple mode; none while no column is chosen. */
export function queryOf({ table, columns }: ChosenFields): string {
  return columns.length === 0 ? '' : `select ${columns.map(quoteSqlName).join(', ')}\nfrom ${quoteSqlName(table)}`;
}

/** Reads what was kept; undefined: nothing, or nothing that can be read. */
export function readBlocks(text: string | null): QueryBlock[] | undefined {
  try {
    // One that cannot be read does not take the others with it.
    const blocks = z
      .array(z.unknown())
      .parse(JSON.parse(text ?? 'null'))
      .flatMap((one) => blockSchema.safeParse(one).data ?? []);
    return blocks.length > 0 ? blocks : undefined;
  } catch {
    // No JSON: somebody else wrote there.
    return undefined;
  }
}

/** Longer addresses are cut by what stands between a browser and a portal. */
const MOST_ADDRESS_LENGTH = 6_000;

/** A block as a part of an address; undefined where it is too long for one. */
export function blockToAddress(block: QueryBlock): string | undefined {
  const { title, query, parsing, queryTab, dataTab, chosen } = block;
  const bytes = new TextEncoder().encode(JSON.stringify({ title, query, parsing, queryTab, dataTab, chosen }));
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
  return text.length > MOST_ADDRESS_LENGTH ? undefined : text;
}

/** The block of an address; undefined where it is none. */
export function blockFromAddress(text: string): QueryBlock | undefined {
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
    const block = blockSchema.safeParse(JSON.parse(new TextDecoder().decode(bytes)));
    return block.success ? block.data : undefined;
  } catch {
    // No block was ever written like this.
    return undefined;
  }
}
