import { commands } from '@telltale/contract';
import { type Route, route } from '#http/route.ts';
import type { CommandRecord } from './command-repository.ts';
import type { CommandService } from './command-service.ts';

const isoOrNull = (timeMs: number | null) => (timeMs === null ? null : new Date(timeMs).toISOString());

function toReply(record: CommandRecord): commands.Command {
  return {
    commandId: record.commandId,
    assetId: record.assetId,
    commandDefinitionId: record.commandDefinitionId,
    command: record.command,
    state: record.state,
    created: new Date(record.createdMs).toISOString(),
    expires: new Date(record.expiresMs).toISOString(),
    delivered: isoOrNull(record.deliveredMs),
    ended: isoOrNull(record.endedMs),
    answer: record.answer,
    username: record.username,
  };
}

export function commandRoutes(service: CommandService): Route[] {
  return [
    route(commands.sendCommands, async ({ caller, body }) => (await service.send(caller, body)).map(toReply)),

    route(commands.listAssetCommands, async ({ caller, params, query }) => {
      const page = await service.list(caller, params.assetId, query);
      return { total: page.total, commands: page.commands.map(toReply) };
    }),

    route(commands.getCommand, async ({ caller, params }) => toReply(await service.get(caller, params.commandId))),
  ];
}
