// What documents and citations are held to; check-documents.ts reads the files.
import { dirname, join } from 'node:path';
import { citationsIn, clausesOf } from './citations.ts';

/** A text file of the repository, by its path from the root. */
export interface TextFile {
  path: string;
  text: string;
}

const PARTS = [
  ['1', 'docs/specification/1-dashboards-and-assets.md'],
  ['2', 'docs/specification/2-access-and-administration.md'],
  ['3', 'docs/specification/3-decisions.md'],
  ['guarantees', 'docs/specification/guarantees.md'],
] as const;
const DECISIONS = 'docs/decisions/';
const INDEX = `${DECISIONS}README.md`;

/**
 * Everything that is wrong with the documents, one line each.
 * @param files code and documents
 * @param exists whether there is a file or folder at a path from the root
 */
export function findDocumentFaults(files: readonly TextFile[], exists: (path: string) => boolean): string[] {
  return [...findLostCitations(files), ...findLostLinks(files, exists), ...findUnlistedDecisions(files)];
}

function findLostCitations(files: readonly TextFile[]): string[] {
  const textOf = (path: string) => files.find((file) => file.path === path)?.text ?? '';
  const known = new Set(PARTS.flatMap(([part, path]) => clausesOf(part, textOf(path))));
  return files.flatMap(({ path, text }) =>
    citationsIn(text)
      .filter((clause) => !known.has(clause))
      .map((clause) => `${path} cites ${clause}, which docs/specification does not have.`),
  );
}

function findLostLinks(files: readonly TextFile[], exists: (path: string) => boolean): string[] {
  return files
    .filter(({ path }) => path.endsWith('.md'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
        .map(([, target = '']) => target)
        .filter((target) => !/^[a-z]+:/.test(target) && !exists(join(dirname(path), target)))
        .map((target) => `${path} links to ${target}, which is not there.`),
    );
}

function findUnlistedDecisions(files: readonly TextFile[]): string[] {
  const index = files.find(({ path }) => path === INDEX)?.text ?? '';
  const listed = [...index.matchAll(/^- \[\d{4}\]\(([^)]+)\): \S/gm)].map(([, name = '']) => name);
  const decisions = files
    .filter(({ path }) => path.startsWith(DECISIONS) && path !== INDEX)
    .map(({ path }) => path.slice(DECISIONS.length));
  const byNumber = Map.groupBy(decisions, (name) => name.slice(0, 4));
  return [
    ...decisions
      .filter((name) => listed.filter((other) => other === name).length !== 1)
      .map((name) => `${DECISIONS}${name} needs one line of its own in ${INDEX}: "- [NNNN](file): what it says".`),
    ...[...byNumber].filter(([, names]) => names.length > 1).map(([, names]) => `${names.join(', ')} share a number.`),
  ];
}
