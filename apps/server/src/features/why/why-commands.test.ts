import { describe, expect, it } from 'vitest';
import { lastNaming } from './why-commands.ts';

const command = (commandId: number, text: string, dataItemId?: number) => ({
  effect: dataItemId === undefined ? null : { dataItemId },
  commandId,
  templateName: null,
  command: text,
  state: 'answered' as const,
  createdMs: commandId * 1_000,
  username: 'ada',
});
const item = { dataItemId: 7, names: ['Speed', 'Pump speed'] };

describe('the command that names a data item', () => {
  it.each([
    ['its label as a text', '{"command":"set","parameter":"speed"}'],
    ['its alias as a key', '{"parameter":{"PUMP SPEED":40}}'],
    ['its id', '{"x":[{"dataItemId":7}]}'],
    ['a text that is no JSON', 'Speed'],
  ])('is found by %s', (_what, text) => {
    expect(lastNaming([command(1, text)], item)?.commandId).toBe(1);
  });

  it.each([
    ['another name', '{"parameter":"speedometer"}'],
    ['another id', '{"dataItemId":8}'],
    ['an id elsewhere', '{"value":7}'],
    ['no JSON', '{"Speed"'],
  ])('is none with %s', (_what, text) => {
    expect(lastNaming([command(1, text)], item)).toBeNull();
  });

  it('is found by what it is to move', () => {
    expect(lastNaming([command(1, '{}', 7)], item)?.commandId).toBe(1);
    expect(lastNaming([command(1, '{}', 8)], item)).toBeNull();
  });

  it('is the newest, and none after the moment', () => {
    const list = [command(9, '"speed"'), command(5, '"speed"'), command(2, '"speed"')];
    expect(lastNaming(list, item)?.commandId).toBe(9);
    expect(lastNaming(list, item, 6_000)?.commandId).toBe(5);
  });

  it('survives a text nested deeper than the stack', () => {
    expect(lastNaming([command(1, `${'['.repeat(100_000)}"speed"${']'.repeat(100_000)}`)], item)).not.toBeUndefined();
  });
});
