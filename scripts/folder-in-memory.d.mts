/** The path of a new folder, or undefined where there is no room in memory. */
export function makeFolderInMemory(place?: string, enoughBytes?: number): string | undefined;
