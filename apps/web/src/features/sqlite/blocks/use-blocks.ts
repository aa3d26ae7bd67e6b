import { useState } from 'react';
import { toast } from '#ui/feedback/toast.ts';
import {
  blockFromAddress,
  firstBlocks,
  newBlock,
  type PlacedBlock,
  type QueryBlock,
  readBlocks,
} from './query-blocks.ts';

/** Where the blocks are kept in this browser (spec 2 §2.12). */
export const BLOCKS_KEY = 'telltale.sqlite.blocks';

let placed = 0;
const place = (block: QueryBlock): PlacedBlock => ({ ...block, id: `block-${++placed}` });

function store(blocks: readonly PlacedBlock[]): void {
  try {
    localStorage.setItem(BLOCKS_KEY, JSON.stringify(blocks.map(({ id: _id, ...block }) => block)));
  } catch {
    // Full, or not allowed here: they stay until the page is left.
    toast('The queries cannot be kept in this browser.');
  }
}

function begin(shared: string | null): PlacedBlock[] {
  const kept = readBlocks(localStorage.getItem(BLOCKS_KEY)) ?? firstBlocks();
  const given = shared === null ? undefined : blockFromAddress(shared);
  // Who opens an address again finds its block where it is.
  const isThere = kept.some(({ query, parsing }) => query === given?.query && parsing === given.parsing);
  if (given === undefined || isThere) return kept.map(place);
  const all = [given, ...kept].map(place);
  store(all);
  return all;
}

/**
 * The query blocks of the page, kept in this browser with every change.
 * @param shared a block that came with the address
 */
export function useBlocks(shared: string | null) {
  const [blocks, setBlocks] = useState(() => begin(shared));
  const keep = (next: PlacedBlock[]) => {
    setBlocks(next);
    store(next);
  };
  return {
    blocks,
    add: (given?: Partial<QueryBlock>) => keep([...blocks, place(newBlock(blocks.length, given))]),
    change: (id: string, changes: Partial<QueryBlock>) =>
      keep(blocks.map((block) => (block.id === id ? { ...block, ...changes } : block))),
    remove: (id: string) => keep(blocks.filter((block) => block.id !== id)),
  };
}
