import { definitionFiles, definitionTemplates } from '@telltale/contract';
import { Answer, type Route, route } from '#http/route.ts';
import type { DefinitionFileService } from './definition-file-service.ts';
import type { DefinitionTemplateService } from './definition-template-service.ts';

/** Definitions as files, their copies, and templates to begin with. */
export function definitionFileRoutes(service: DefinitionFileService, templates: DefinitionTemplateService): Route[] {
  return [
    route(definitionFiles.getDefinitionFile, async ({ caller, params }) => {
      const file = await service.read(caller, params.assetDefinitionId);
      // One thing a line, so that versions of it can be compared line by line.
      return new Answer(200, `${JSON.stringify(file, null, 2)}\n`, {
        'Content-Type': 'application/json; charset=utf-8',
        'Content-Disposition': `attachment; filename="${fileNameOf(file.name)}"; filename*=UTF-8''${encodeURIComponent(`${file.name}.json`)}`,
      });
    }),
    route(definitionFiles.compareDefinitionFile, ({ caller, body }) => service.compare(caller, body)),
    route(definitionFiles.applyDefinitionFile, ({ caller, body }) => service.apply(caller, body)),
    route(definitionFiles.copyAssetDefinition, ({ caller, params, body }) =>
      service.copy(caller, params.assetDefinitionId, body),
    ),
    route(definitionTemplates.listDefinitionTemplates, () => templates.list()),
    route(definitionTemplates.makeFromTemplate, ({ caller, params, body }) =>
      templates.make(caller, params.templateId, body.assetDefinitionName),
    ),
  ];
}

/** The name for programs that know ASCII only. */
const fileNameOf = (name: string) => `${name.replaceAll(/[^\w .-]+/g, '_').trim() || 'definition'}.json`;
