import { build, type Plugin, type PluginOption, type Rolldown } from 'vite';

/** What is loaded together: a file on top of the ones before it. Layers of one name are one file. */
export interface Layer {
  readonly name: string;
  /** Modules, from the project's folder, that the file is for; what they stand on comes with them. */
  readonly roots: readonly string[];
  /** Given: only what these stand on as well. */
  readonly sharedWith?: readonly string[];
}

type Chunk = Rolldown.OutputChunk;

/**
 * Puts the client together in few files. Left to itself the bundler makes a file of each set of modules that the same
 * lazy parts share: more than a hundred for a dashboard. Here each layer is one file with all that its roots stand on and
 * no earlier layer has; so a file stands only on earlier ones, and none needs a list of what is inside a library.
 *
 * What stands on what is known when nothing unused is left, so it is read from a build that keeps the bundler's own files.
 */
export function layeredFiles(layers: readonly Layer[]): Plugin {
  return {
    name: 'telltale:layered-files',
    apply: 'build',
    async config(config) {
      const { plugins = [], ...rest } = config;
      const files = await buildUnlayered({ ...rest, plugins: plugins.filter((plugin) => !isOfTheWhole(plugin)) });
      const layerOf = layersOfModules(layers, files);
      const names = [...new Set(layers.map(({ name }) => name))];
      const groups = names.map((name, index) => ({
        name,
        test: (id: string) => layerOf.get(id) === name,
        priority: names.length - index,
        includeDependenciesRecursively: false,
      }));
      return { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } };
    },
  };
}

/** This one, and those that look at or write what is built: they are for the build that counts. */
function isOfTheWhole(plugin: PluginOption): boolean {
  if (!plugin || typeof plugin !== 'object' || !('name' in plugin)) return false;
  return plugin.name === 'telltale:layered-files' || 'generateBundle' in plugin;
}

async function buildUnlayered(config: object): Promise<Chunk[]> {
  const inner = { write: false, minify: false, reportCompressedSize: false } as const;
  const built = await build({ ...config, configFile: false, logLevel: 'warn', build: { target: 'es2023', ...inner } });
  const outputs = Array.isArray(built) ? built : [built];
  return outputs.flatMap((one) => ('output' in one ? one.output : [])).filter((file) => file.type === 'chunk');
}

/** The name of the first layer that needs a module, by the module's id. */
export function layersOfModules(
  layers: readonly Layer[],
  files: readonly Pick<Chunk, 'fileName' | 'imports' | 'moduleIds'>[],
): ReadonlyMap<string, string> {
  const byName = new Map(files.map((file) => [file.fileName, file]));
  const filesFor = (layer: string, roots: readonly string[]): Set<string> => {
    const found = new Set<string>();
    const take = (fileName: string) => {
      if (found.has(fileName)) return;
      found.add(fileName);
      byName.get(fileName)?.imports.forEach(take);
    };
    for (const root of roots) {
      const file = files.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/${root}`)));
      if (file === undefined) throw new Error(`The layer ${layer} begins with ${root}, which is not in the build.`);
      take(file.fileName);
    }
    return found;
  };
  const layerOf = new Map<string, string>();
  for (const { name, roots, sharedWith } of layers) {
    const others = sharedWith === undefined ? undefined : filesFor(name, sharedWith);
    const wanted = [...filesFor(name, roots)].filter((fileName) => others?.has(fileName) ?? true);
    for (const fileName of wanted) {
      for (const id of byName.get(fileName)?.moduleIds ?? []) if (!layerOf.has(id)) layerOf.set(id, name);
    }
  }
  return layerOf;
}
