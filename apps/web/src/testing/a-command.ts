import type { commands } from '@telltale/contract';

/** A command as the portal answers it; what differs is given. */
export function aCommand(differences: Partial<commands.Command> & { commandId: number }): commands.Command {
  return {
    assetId: 1,
    commandDefinitionId: 0,
    templateName: null,
    command: JSON.stringify({ module: 'pump', command: 'speed', parameter: { speed: 40 } }),
    state: 'queued',
    created: '2026-11-20T12:00:00.000Z',
    expires: '2026-11-20T12:15:00.000Z',
    sent: null,
    delivered: null,
    ended: null,
    answer: null,
    answered: null,
    furtherAnswers: [],
    userId: 1,
    username: 'ada',
    dangerous: false,
    released: null,
    releasedBy: null,
    refusedBy: null,
    effect: null,
    ...differences,
  } as commands.Command;
}
