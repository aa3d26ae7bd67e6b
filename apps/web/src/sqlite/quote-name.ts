/** A name as SQL takes it, whatever stands in it. */
export const quoteSqlName = (name: string): string => `"${name.replaceAll('"', '""')}"`;
