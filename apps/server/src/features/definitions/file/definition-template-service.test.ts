import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemCaller } from '#http/system-caller.ts';
import { DefinitionTemplateService } from './definition-template-service.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'telltale-templates-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Templates of an operator's folder, before those that come with the portal. */
async function aService(files: Readonly<Record<string, string>>) {
  const definitions = join(folder, 'definitions');
  await mkdir(definitions);
  for (const [name, text] of Object.entries(files)) await writeFile(join(definitions, name), text);
  const shipped = join(import.meta.dirname, '../../../../../../config');
  const make = async () => {
    throw new Error('Nothing is made here.');
  };
  return new DefinitionTemplateService([folder, shipped], { make });
}
const listOf = (...ids: string[]) => JSON.stringify({ templates: ids.map((id) => ({ id, about: '' })) });

it('a template that cannot be read is named with why, and the others are offered', async () => {
  const service = await aService({
    'templates.json': listOf('broken', 'pump', 'newer', 'lost', 'tank'),
    'broken.json': '{ "format": ',
    'newer.json': JSON.stringify({ format: 'telltale asset definition', version: 99 }),
  });
  const { templates, broken } = await service.list();
  expect(templates.map(({ templateId }) => templateId)).toEqual(['pump', 'tank']);
  expect(broken).toEqual([
    { file: 'definitions/broken.json', why: 'it is not JSON' },
    { file: 'definitions/newer.json', why: expect.stringContaining('The file is of version 99 of its format') },
    { file: 'definitions/lost.json', why: 'there is no such file' },
  ]);
  await expect(service.make(systemCaller, 'broken', 'New')).rejects.toThrow(
    'The configuration file definitions/broken.json cannot be used: it is not JSON',
  );
});
