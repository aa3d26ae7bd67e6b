import '#testing/setup.ts';
import '#tiles/testing/browser.ts';
import { type commands, permissionId } from '@telltale/contract';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { forgetDrafts } from '#pages/kept-draft.ts';
import { useSessionStore } from '#session/session-store.ts';
import { aCommand } from '#testing/a-command.ts';
import { anAsset, PortalStub } from '#testing/portal-stub.ts';
import { aReading, assetListAnswer, FixedReadings, TEST_ASSET_ID } from '#tile-kit/testing/tile-world.tsx';
import { setpointTile } from '#tiles/setpoint/tile.ts';
import { renderTile } from '#tiles/testing/render-tile.tsx';
import { useConfirmStore } from '#ui/feedback/confirm.ts';
import { commandFormTile } from './tile.ts';

const ITEM = 5;
const bag = {
  dataItem: ITEM,
  module: 'pump',
  command: 'tune',
  fields: [{ name: 'gain' }, { name: 'note', type: 'text' }],
};
let portal: PortalStub;
const sent = () => portal.requests.filter(({ method }) => method === 'POST');

beforeEach(() => {
  forgetDrafts();
  portal = new PortalStub();
  portal.on({ method: 'POST', path: '/api/commands' }, { body: [] as commands.Command[] });
  const permissions = new Set([permissionId('Commands', 'Create'), permissionId('Commands', 'View')]);
  useSessionStore.setState({ state: 'valid', authId: 'a visit', permissions });
  useConfirmStore.setState({ open: undefined });
});

async function show(tile: typeof commandFormTile, tileId: string | undefined, stored: Record<string, unknown> = bag) {
  const readings = new FixedReadings({ [ITEM]: aReading({ name: 'Speed', value: 20 }) });
  const asset = { ...anAsset({ connected: true }), assetId: TEST_ASSET_ID } as ReturnType<typeof anAsset>;
  return renderTile(tile, stored, { tileId, readings, answers: [assetListAnswer([asset])] });
}

const field = (name: RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name });
const type = (name: RegExp, value: string) => fireEvent.change(field(name), { target: { value } });
async function send() {
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Send' })));
  await waitFor(() => expect(useConfirmStore.getState().open).toBeDefined());
  await act(async () => useConfirmStore.getState().open?.answer(true));
  await waitFor(() => expect(sent()).toHaveLength(1));
}

describe('what was typed on a tile and not sent', () => {
  test('stands there again when the tile is seen again, until it was sent', async () => {
    await show(commandFormTile, 'tuning');
    type(/gain/, '3');
    type(/note/, 'after the filter');
    cleanup();
    await show(commandFormTile, 'tuning');
    expect([field(/gain/).value, field(/note/).value]).toEqual(['3', 'after the filter']);
    await send();
    await waitFor(() => expect([field(/gain/).value, field(/note/).value]).toEqual(['', '']));
    expect(screen.queryByText('Required')).toBeNull();
    cleanup();
    await show(commandFormTile, 'tuning');
    expect([field(/gain/).value, field(/note/).value]).toEqual(['', '']);
  });

  test('of a setpoint as well', async () => {
    const stored = { dataItem: ITEM, module: 'pump', command: 'setSpeed' };
    await show(setpointTile, 'wanted', stored);
    type(/Speed/, '55');
    cleanup();
    await show(setpointTile, 'wanted', stored);
    expect(field(/Speed/).value).toContain('55');
    await send();
    cleanup();
    await show(setpointTile, 'wanted', stored);
    expect(field(/Speed/).value).toBe('');
  });

  test.each<[string, () => Promise<unknown>]>([
    ['on another tile', () => show(commandFormTile, 'another')],
    [
      'where its form was changed',
      () => show(commandFormTile, 'tuning', { ...bag, fields: [{ name: 'gain', max: 2 }] }),
    ],
    ['in the preview of a form', () => show(commandFormTile, undefined)],
    [
      'by somebody else',
      () => {
        useSessionStore.setState({ user: { userId: 99 } as never });
        return show(commandFormTile, 'tuning');
      },
    ],
  ])('is not found %s', async (_where, elsewhere) => {
    await show(commandFormTile, 'tuning');
    type(/gain/, '3');
    cleanup();
    await elsewhere();
    expect(field(/gain/).value).toBe('');
  });
});

test('a form that was sent begins anew at its beginning, and brings what became of it into sight', async () => {
  const text = JSON.stringify({ module: 'pump', command: 'tune', parameter: { gain: 3, note: 'now' } });
  const asked = aCommand({ commandId: 1, command: text });
  const sentList = { total: 1, commands: [asked] };
  portal
    .on({ method: 'POST', path: '/api/commands' }, { body: [asked] })
    .on(`GET /api/ef/assets/${TEST_ASSET_ID}/commands`, { body: sentList });
  const toTop = vi.spyOn(Element.prototype, 'scrollTo');
  const intoSight = vi.spyOn(Element.prototype, 'scrollIntoView');
  await show(commandFormTile, 'tuning');
  type(/gain/, '3');
  type(/note/, 'now');
  await send();
  await waitFor(() => expect(intoSight.mock.contexts.at(-1)).toBe(screen.getByRole('status')));
  expect(screen.getByRole('status').textContent).toBe('Waiting for the device');
  expect(toTop.mock.contexts.at(-1)).toBe(field(/gain/).closest('form')?.firstElementChild);
  expect(toTop).toHaveBeenLastCalledWith({ top: 0 });
});

test('fields that are called as what every object has begin empty, are missed, and are sent', async () => {
  const names = ['constructor', '__proto__', 'toString'];
  await show(commandFormTile, 'tuning', { ...bag, fields: names.map((name) => ({ name, type: 'text' })) });
  const value = (name: string) => field(new RegExp(name)).value;
  expect(names.map(value)).toEqual(['', '', '']);
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Send' })));
  expect(await screen.findAllByText('Required')).toHaveLength(3);
  for (const name of names) type(new RegExp(name), `a ${name}`);
  await send();
  const [one] = sent().map(({ body }) => (body as { command: string }[])[0]?.command ?? '');
  expect(Object.entries(JSON.parse(one ?? '').parameter)).toEqual(names.map((name) => [name, `a ${name}`]));
});
