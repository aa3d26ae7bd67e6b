import type { Plugin } from 'vite';

/**
 * Refuses a build in which files import each other in a circle: what they are made of knows no circle, so it comes from
 * how modules were put together, and one of the files would run before what it stands on.
 */
export function noCircularFiles(): Plugin {
  return {
    name: 'telltale:no-circular-files',
    apply: 'build',
    generateBundle(_options, bundle) {
      const files = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [file] : []));
      const circle = findCircle(new Map(files.map(({ fileName, imports }) => [fileName, imports])));
      if (circle === undefined) return;
      const modulesOf = (name: string | undefined) => files.find(({ fileName }) => fileName === name)?.moduleIds ?? [];
      const steps = circle.slice(1).flatMap((name, index) => {
        const there = new Set(modulesOf(name));
        return modulesOf(circle[index]).flatMap((id) =>
          (this.getModuleInfo(id)?.importedIds ?? []).filter((to) => there.has(to)).map((to) => `${id} imports ${to}`),
        );
      });
      this.error(`Files import each other in a circle: ${circle.join(' → ')}\n${steps.join('\n')}`);
    },
  };
}

/** The first circle, its first file named again at its end; undefined where there is none. */
export function findCircle(imports: ReadonlyMap<string, readonly string[]>): string[] | undefined {
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): string[] | undefined => {
    const start = path.indexOf(file);
    if (start !== -1) return [...path.slice(start), file];
    if (done.has(file)) return undefined;
    for (const next of imports.get(file) ?? []) {
      const circle = visit(next, [...path, file]);
      if (circle !== undefined) return circle;
    }
    done.add(file);
    return undefined;
  };
  for (const file of imports.keys()) {
    const circle = visit(file, []);
    if (circle !== undefined) return circle;
  }
  return undefined;
}
