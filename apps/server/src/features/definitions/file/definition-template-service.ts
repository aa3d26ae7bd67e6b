import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type definitionFiles, type definitions, definitionTemplates } from '@telltale/contract';
import { z } from 'zod';
import type { Caller } from '#http/caller.ts';
import { HttpError, notFound } from '#http/errors.ts';
import type { DefinitionFileService } from './definition-file-service.ts';
import { readDefinitionFile } from './read-file.ts';

/** `templates.json`: which files beside it are templates, in the order in which they are offered. */
const listSchema = z.object({
  templates: z.array(z.object({ id: definitionTemplates.templateIdSchema, about: z.string() })).max(200),
});

/** Definitions to begin with: files of definitions in `definitions/` of the configuration. */
export class DefinitionTemplateService {
  readonly #folders: readonly string[];
  readonly #files: Pick<DefinitionFileService, 'make'>;

  /** @param folders of the configuration, the operator's before the one that comes with the portal */
  constructor(folders: readonly string[], files: Pick<DefinitionFileService, 'make'>) {
    this.#folders = folders.map((folder) => join(folder, 'definitions'));
    this.#files = files;
  }

  /** One that cannot be read is named with why, and holds back none of the others. */
  async list(): Promise<definitionTemplates.DefinitionTemplates> {
    const listed = await this.#listed();
    const read = await Promise.all(listed.templates.map(({ id, about }) => this.#offer(id, about)));
    return {
      templates: read.flatMap(({ template = [] }) => template),
      broken: read.flatMap(({ fault }) => (fault ? { file: fault.file, why: fault.why } : [])),
    };
  }

  async #offer(
    id: string,
    about: string,
  ): Promise<{ template?: definitionTemplates.DefinitionTemplate; fault?: FaultyFile }> {
    try {
      return { template: templateOf(id, about, await this.#read(id)) };
    } catch (error) {
      if (error instanceof FaultyFile) return { fault: error };
      throw error;
    }
  }

  /** @throws HttpError 404 for a template that is not listed, 409 when the name is taken */
  async make(
    caller: Caller,
    templateId: string,
    assetDefinitionName: string | undefined,
  ): Promise<definitions.AssetDefinition> {
    const { templates } = await this.#listed();
    if (!templates.some(({ id }) => id === templateId)) throw notFound('The template');
    const file = await this.#read(templateId);
    return this.#files.make(caller, file, assetDefinitionName ?? file.name);
  }

  async #listed(): Promise<z.infer<typeof listSchema>> {
    const name = 'templates.json';
    const list = listSchema.safeParse(await this.#json(name));
    if (!list.success) throw new FaultyFile(name, z.prettifyError(list.error), list.error);
    return list.data;
  }

  async #read(templateId: string): Promise<definitionFiles.DefinitionFile> {
    const name = `${templateId}.json`;
    const content = await this.#json(name);
    try {
      return readDefinitionFile(content);
    } catch (error) {
      throw new FaultyFile(name, error instanceof Error ? error.message : String(error), error);
    }
  }

  async #json(name: string): Promise<unknown> {
    for (const folder of this.#folders) {
      const text = await readFile(join(folder, name), 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
        throw new FaultyFile(name, `it cannot be read (${error.code})`, error);
      });
      if (text === undefined) continue;
      try {
        return JSON.parse(text);
      } catch (error) {
        throw new FaultyFile(name, 'it is not JSON', error);
      }
    }
    throw new FaultyFile(name, 'there is no such file', undefined);
  }
}

/** Whoever runs the portal mends it: the file is named. */
class FaultyFile extends HttpError {
  /** Within the folder of the configuration. */
  readonly file: string;
  readonly why: string;

  constructor(name: string, why: string, cause: unknown) {
    const file = `definitions/${name}`;
    super(500, 'configuration', `The configuration file ${file} cannot be used: ${why}`, { cause });
    this.file = file;
    this.why = why;
  }
}

function templateOf(
  templateId: string,
  about: string,
  { name, dataItems = [], alarms = [], dashboards = [] }: definitionFiles.DefinitionFile,
): definitionTemplates.DefinitionTemplate {
  return {
    ...{ templateId, name, about, dataItems: dataItems.map(({ label, unit }) => ({ label, unit })) },
    ...{ alarms: alarms.map((alarm) => alarm.name), dashboards: dashboards.map((board) => board.name) },
  };
}
