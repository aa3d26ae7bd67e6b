import { commandDefinitions, commands } from '@telltale/contract';
import { type Route, route } from '#http/route.ts';
import type { CommandDecisions } from './command-decisions.ts';
import type { CommandDefinitionService } from './command-definition-service.ts';
import type { RecordedValue } from './command-record.ts';
import type { CommandService, FullCommand } from './command-service.ts';

const iso = (timeMs: number) => new Date(timeMs).toISOString();
const isoOrNull = (timeMs: number | null) => (timeMs === null ? null : iso(timeMs));
const msOf = (time: string | undefined) => (time === undefined ? undefined : Date.parse(time));

function toValue(recorded: RecordedValue | null) {
  return recorded && { value: recorded.value, time: iso(recorded.timeMs) };
}

function toReply(record: FullCommand): commands.Command {
  const { effect } = record;
  return {
    commandId: record.commandId,
    assetId: record.assetId,
    commandDefinitionId: record.commandDefinitionId,
    templateName: record.templateName,
    command: record.command,
    state: record.state,
    created: iso(record.createdMs),
    expires: iso(record.expiresMs),
    sent: isoOrNull(record.sentMs),
    delivered: isoOrNull(record.deliveredMs),
    ended: isoOrNull(record.endedMs),
    answer: record.answer,
    answered: isoOrNull(record.answeredMs),
    furtherAnswers: record.furtherAnswers.map(({ receivedMs, answer, kind }) => ({
      time: iso(receivedMs),
      answer,
      kind,
    })),
    userId: record.userId,
    username: record.username,
    dangerous: record.isDangerous,
    released: isoOrNull(record.releasedMs),
    releasedBy: record.releasedBy,
    refusedBy: record.refusedBy,
    effect: effect && {
      dataItemId: effect.dataItemId,
      label: effect.label,
      within: effect.withinSeconds,
      expected: effect.expected,
      tolerance: effect.tolerance,
      before: toValue(record.before),
      after: toValue(record.after),
    },
  };
}

export function commandRoutes(
  service: CommandService,
  decisions: CommandDecisions,
  definitions: CommandDefinitionService,
): Route[] {
  return [
    route(commands.sendCommands, async ({ caller, body }) => (await service.send(caller, body)).map(toReply)),

    route(commands.listCommands, async ({ caller, query }) => {
      const { from, to, ...rest } = query;
      const page = await service.list(caller, { ...rest, fromMs: msOf(from), toMs: msOf(to) });
      return { total: page.total, commands: page.commands.map(toReply) };
    }),

    route(commands.listAssetCommands, async ({ caller, params, query }) => {
      const page = await service.list(caller, { assetId: params.assetId, ...query });
      return { total: page.total, commands: page.commands.map(toReply) };
    }),

    route(commands.getCommand, async ({ caller, params }) => toReply(await service.get(caller, params.commandId))),

    route(commands.releaseCommand, async ({ caller, params }) =>
      toReply(await service.decided(caller, decisions.release(caller, params.commandId))),
    ),

    route(commands.refuseCommand, async ({ caller, params }) =>
      toReply(await service.decided(caller, decisions.refuse(caller, params.commandId))),
    ),

    route(commands.decideCommands, async ({ caller, body }) => {
      const deciding = decisions.decideEach(caller, body.decision, body.commandIds);
      const { decided, left } = await service.decidedEach(caller, deciding);
      return { decided: decided.map(toReply), left };
    }),

    route(commandDefinitions.listCommandDefinitions, ({ caller, params }) =>
      definitions.list(caller, params.assetDefinitionId),
    ),

    route(commandDefinitions.saveCommandDefinition, ({ caller, body }) => definitions.save(caller, body)),

    route(commandDefinitions.deleteCommandDefinition, async ({ caller, params }) => {
      await definitions.delete(caller, params.commandDefinitionId);
      return params;
    }),
  ];
}
