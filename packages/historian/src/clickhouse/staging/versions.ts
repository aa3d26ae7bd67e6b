/**
 * A record's version is its place in the log: the number of the file and which record of the file it is. So it is the same
 * however often the record is read again, and a later record has a higher one.
 */
const RECORDS_OF_FILE = 2 ** 24;

export const versionOf = (fileNumber: number, nth: number): number => fileNumber * RECORDS_OF_FILE + nth;

export const fileOf = (version: number): number => Math.floor(version / RECORDS_OF_FILE);
