/** Entries of which one text holds the search, without regard to case (spec 2 §2.5). */
export function filterEntries<Entry>(
  entries: readonly Entry[],
  search: string,
  textsOf: (entry: Entry) => readonly string[],
): readonly Entry[] {
  const wanted = search.trim().toLowerCase();
  if (wanted === '') return entries;
  return entries.filter((entry) => textsOf(entry).some((text) => text.toLowerCase().includes(wanted)));
}
