import { definitionFiles } from '@telltale/contract';

/** A file that was chosen, as far as the page looks into it; the portal reads the rest. */
export interface ChosenFile {
  readonly content: unknown;
  /** The definition that it names; empty where it names none. */
  readonly name: string;
  readonly filename: string;
}

const MEGABYTES = definitionFiles.MOST_FILE_BYTES / 1_000_000;

/** Reads a file; answers why it cannot be one of a definition where that can be told at once. */
export async function readChosenFile(file: File): Promise<ChosenFile | string> {
  if (file.size > definitionFiles.MOST_FILE_BYTES) return `${file.name} is larger than ${MEGABYTES} MB.`;
  try {
    const content: unknown = JSON.parse(await file.text());
    const name = typeof content === 'object' && content !== null && 'name' in content ? content.name : '';
    return { content, name: typeof name === 'string' ? name : '', filename: file.name };
  } catch {
    return `${file.name} is no JSON file.`;
  }
}
