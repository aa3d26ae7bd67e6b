/** What there is on a machine, and what can be added to it. */
export interface Machine {
  readonly env: Readonly<Record<string, string | undefined>>;
  exists(path: string): boolean;
  /** Installs a package, if that is ours to do: who asked looks afterwards whether it is there. */
  install(name: string): Promise<void>;
  /** Of an installed package. */
  versionOf(name: string): string | undefined;
}

export function findBrowsers(machine: Machine): Promise<Record<string, string> | undefined>;
