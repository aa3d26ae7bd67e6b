import { definitionFiles } from '@telltale/contract';
import { badRequest } from '#http/errors.ts';
import { nameKey } from '#names.ts';

const { FILE_FORMAT, FILE_VERSION, definitionFileSchema } = definitionFiles;

/** Parts in which a name stands once. */
const ONCE = { dataItems: ({ label }: { label: string }) => label, commands: ({ name }: { name: string }) => name };

/**
 * Reads what came as the file of a definition.
 * @throws HttpError 400 that says what is wrong with it, and where
 */
export function readDefinitionFile(input: unknown): definitionFiles.DefinitionFile {
  const { format, version } = (typeof input === 'object' && input !== null ? input : {}) as Record<string, unknown>;
  if (format !== FILE_FORMAT) throw badRequest('This is no file of an asset definition.', { field: 'file' });
  if (typeof version === 'number' && version > FILE_VERSION) {
    throw badRequest(
      `The file is of version ${version} of its format, and this portal reads versions up to ${FILE_VERSION}. Update the portal first.`,
      { field: 'version' },
    );
  }
  const parsed = definitionFileSchema.safeParse(input);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const field = issue?.path.map(String).join('.') || 'file';
    throw badRequest(`The file cannot be read: ${field} ${lowered(issue?.message ?? 'is wrong')}.`, { field });
  }
  const file = parsed.data;
  refuseTwice('dataItems', (file.dataItems ?? []).map(ONCE.dataItems));
  refuseTwice('commands', (file.commands ?? []).map(ONCE.commands));
  return file;
}

function refuseTwice(field: string, names: readonly string[]): void {
  const known = new Set<string>();
  for (const name of names) {
    if (known.has(nameKey(name))) throw badRequest(`The file names ${name} twice among its ${field}.`, { field });
    known.add(nameKey(name));
  }
}

const lowered = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
