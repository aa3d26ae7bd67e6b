import { useCallback, useEffect, useState } from 'react';
import {
  BLOCKS_KEY,
  blockFromAddress,
  firstBlocks,
  newBlock,
  type PlacedBlock,
  type QueryBlock,
  readBlocks,
} from '#tile-kit/query/query-blocks.ts';
import { toast } from '#ui/feedback/toast.ts';

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

const begin = (): PlacedBlock[] => (readBlocks(localStorage.getItem(BLOCKS_KEY)) ?? firstBlocks()).map(place);

/** The query blocks of the page, kept in this browser with every change. */
export function useBlocks() {
  const [first] = useState(begin);
  const [blocks, setBlocks] = useState(first);
  useEffect(() => {
    if (blocks !== first) store(blocks);
  }, [blocks, first]);
  /** Takes a block that came with an address. Who opens an address again finds its block where it is. */
  const adopt = useCallback((shared: string) => {
    const given = blockFromAddress(shared);
    if (given === undefined) return;
    setBlocks((before) =>
      before.some(({ query, parsing }) => query === given.query && parsing === given.parsing)
        ? before
        : [place(given), ...before],
    );
  }, []);
  return {
    blocks,
    adopt,
    add: (given?: Partial<QueryBlock>) => setBlocks((before) => [...before, place(newBlock(before.length, given))]),
    change: (id: string, changes: Partial<QueryBlock>) =>
      setBlocks((before) => before.map((block) => (block.id === id ? { ...block, ...changes } : block))),
    remove: (id: string) => setBlocks((before) => before.filter((block) => block.id !== id)),
  };
}
