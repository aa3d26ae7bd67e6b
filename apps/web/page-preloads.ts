import type { Plugin, Rolldown } from 'vite';

/** What the portal names in the page of an address, so that the browser asks for it before any script has run. */
export interface PagePreloads {
  /** The beginning of the address; a segment in braces is a number. The first that fits holds. */
  readonly page: string;
  /** Layers whose files it is drawn with. */
  readonly layers: readonly string[];
  /** Names of the font files that its texts are written with. */
  readonly fonts: readonly string[];
  /** What it asks for first, as the client asks for it, with the address's numbers in braces. */
  readonly calls: readonly string[];
}

/**
 * Writes `page-preloads.json` beside the pages: for each page the files that it will load, with all that they stand on.
 * The files that every page loads are named in index.html already.
 */
export function pagePreloads(pages: readonly PagePreloads[]): Plugin {
  return {
    name: 'telltale:page-preloads',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [file] : []));
      const entry = chunks.find(({ isEntry }) => isEntry);
      const always = new Set(entry === undefined ? [] : filesOf([entry], chunks));
      const described = pages.map(({ page, layers, fonts, calls }) => {
        const roots = layers.map((layer) => {
          const file = chunks.find(({ name }) => name === layer);
          if (file === undefined) throw new Error(`${page} needs the layer ${layer}, of which there is no file.`);
          return file;
        });
        const files = filesOf(roots, chunks).filter((file) => !always.has(file));
        const styles = files.flatMap((file) => [...(file.viteMetadata?.importedCss ?? [])]);
        const at = (name: string) => `/${name}`;
        return {
          page,
          scripts: files.map(({ fileName }) => at(fileName)),
          styles: styles.map(at),
          fonts: fonts.map((font) => at(fontFile(font, bundle))),
          calls,
        };
      });
      const source = JSON.stringify(described, undefined, 1);
      this.emitFile({ type: 'asset', fileName: 'page-preloads.json', source });
    },
  };
}

type Chunk = Rolldown.OutputChunk;

function fontFile(name: string, bundle: Rolldown.OutputBundle): string {
  const file = Object.values(bundle).find((one) => one.type === 'asset' && one.names.includes(`${name}.woff2`));
  if (file === undefined) throw new Error(`There is no font ${name}.`);
  return file.fileName;
}

function filesOf(roots: readonly Chunk[], chunks: readonly Chunk[]): Chunk[] {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const found = new Set<Chunk>();
  const take = (chunk: Chunk | undefined) => {
    if (chunk === undefined || found.has(chunk)) return;
    found.add(chunk);
    for (const name of chunk.imports) take(byName.get(name));
  };
  roots.forEach(take);
  return [...found];
}
