/** One hash over everything that the web client is built from; `root` is the folder of the repository. */
export function webSourcesHash(root: string): string;
/** The files themselves, relative to `root`. */
export function webSources(root: string): Set<string>;
