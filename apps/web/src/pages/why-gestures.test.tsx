import { fireEvent } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { offerWhy, type WhyRequest, whyOf, whyOfAlarm } from '#actions/why.ts';
import { listenForWhy } from './why-gestures.ts';

const asked: WhyRequest[] = [];
let end: () => void;

beforeEach(() => {
  asked.length = 0;
  end = listenForWhy((request) => asked.push(request));
});
afterEach(() => {
  end();
  document.body.innerHTML = '';
  vi.useRealTimers();
});

function show(html: string): (id: string) => Element {
  document.body.innerHTML = html;
  return (id) => document.getElementById(id) as Element;
}

const item = (assetId: number, dataItemId: number) => ({ assetId, dataItemId });
/** Whether the browser's own menu was kept away. */
const press = (element: Element, init: MouseEventInit = {}) => !fireEvent.contextMenu(element, init);

describe('asking why', () => {
  it('leaves alone what shows no value, links, fields, and the right button with Shift', () => {
    const at = show(
      '<p id="text"></p><p data-why="item x-1" id="wrong"></p><div data-why="item 1-2"><a href="/" id="link"></a><input id="field" /><b id="value"></b></div>',
    );
    expect(['text', 'wrong', 'link', 'field'].map((id) => press(at(id), { button: 2 }))).toEqual(Array(4).fill(false));
    expect(press(at('value'), { button: 2, shiftKey: true })).toBe(false);
    expect(asked).toEqual([]);
  });

  it('finds the value under the pointer, that of a row, and all of a tile', () => {
    const at = show(
      '<div id="tile"><button id="button"></button><table><tr id="row"><td id="name"></td><td><span data-why="item 1-3" id="value"></span></td></tr></table></div>',
    );
    const tile = { items: [item(1, 2), item(1, 3)], atMs: 1_000 };
    offerWhy(at('tile'), () => tile);
    for (const id of ['value', 'name', 'row', 'button']) press(at(id));
    const one = { items: [item(1, 3)], atMs: 1_000 };
    expect(asked).toEqual([one, one, one, tile]);
  });

  it('asks for the moment of a value that has one of its own, and for the values of an alarm', () => {
    const at = show(
      '<div id="tile"><i id="then"></i><p id="cause"></p><table><tr id="row"><td><b id="alarm"></b></td></tr></table></div>',
    );
    offerWhy(at('tile'), () => ({ items: [item(1, 2)], atMs: 9_000 }));
    const mark = (id: string, marks: { 'data-why'?: string }) =>
      at(id).setAttribute('data-why', marks['data-why'] ?? '');
    mark('then', whyOf({ ...item(1, 3), atMs: 1_000 }));
    mark('alarm', whyOfAlarm({ assetId: 1, alarmDefinitionId: 4 }, '1970-01-01T00:00:02.000Z'));
    // Its cause says whose values it names, one of them twice.
    const causeNumbers = [5, 6, 5].map((dataItemId) => ({ dataItemId }));
    const told = { assetId: 1, alarmDefinitionId: 4, causeNumbers };
    mark('cause', whyOfAlarm(told, '1970-01-01T00:00:03.000Z'));
    for (const id of ['then', 'row', 'cause']) press(at(id));
    expect(asked).toEqual([
      { items: [item(1, 3)], atMs: 1_000 },
      { items: [], alarm: { assetId: 1, alarmDefinitionId: 4 }, atMs: 2_000 },
      { items: [], alarm: { assetId: 1, alarmDefinitionId: 4, dataItemIds: [5, 6] }, atMs: 3_000 },
    ]);
  });

  it('means the cell of a table where it has a value, and elsewhere in the row all of them', () => {
    const at = show(
      '<table><tr><td id="name"></td><td id="one"><b data-why="item 1-2@5"></b></td><td id="two"><b data-why="item 1-3@5"></b></td></tr></table>',
    );
    for (const id of ['two', 'name']) press(at(id));
    expect(asked).toEqual([
      { items: [item(1, 3)], atMs: 5 },
      {
        items: [
          { ...item(1, 2), atMs: 5 },
          { ...item(1, 3), atMs: 5 },
        ],
      },
    ]);
  });

  it('tells where it was pointed, by mouse and by finger', () => {
    vi.useFakeTimers();
    const at = show('<div id="tile"><p id="plot" class="u-over"></p></div>');
    const places: [Element, number, number][] = [];
    offerWhy(at('tile'), ({ target, clientX, clientY }) => {
      places.push([target, clientX, clientY]);
      return { items: [item(1, 2)] };
    });
    press(at('plot'), { clientX: 40, clientY: 7 });
    fireEvent.touchStart(at('plot'), { touches: [{ clientX: 60, clientY: 8 }] });
    vi.advanceTimersByTime(1_000);
    expect(places).toEqual([
      [at('plot'), 40, 7],
      [at('plot'), 60, 8],
    ]);
    expect(asked).toHaveLength(2);
  });

  it('finds nothing in a tile that offers nothing, as while it is edited', () => {
    const at = show('<div id="tile"><b id="part"></b></div>');
    offerWhy(at('tile'), () => ({ items: [] }));
    expect(press(at('part'))).toBe(false);
  });

  it('asks for a finger that rests, once, and not for one that moves or leaves', () => {
    vi.useFakeTimers();
    const at = show('<div data-why="item 1-2" id="value"></div>');
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 5) =>
      fireEvent[type](at('value'), { touches: type === 'touchEnd' ? [] : [{ clientX: x, clientY: 5 }] });
    touch('touchStart');
    touch('touchEnd');
    vi.advanceTimersByTime(1_000);
    touch('touchStart');
    touch('touchMove', 40);
    vi.advanceTimersByTime(1_000);
    expect(asked).toEqual([]);
    touch('touchStart');
    touch('touchMove', 8);
    vi.advanceTimersByTime(1_000);
    // The browser tells of it, too.
    press(at('value'));
    expect(asked).toEqual([{ items: [item(1, 2)] }]);
  });

  it('presses nothing as a finger that asked is lifted, whoever told of it, and leaves a short touch alone', () => {
    vi.useFakeTimers();
    const at = show('<button data-why="item 1-2" id="value"></button>');
    const start = () => fireEvent.touchStart(at('value'), { touches: [{ clientX: 5, clientY: 5 }] });
    /** Whether the browser makes a click of it. */
    const lift = () => fireEvent.touchEnd(at('value'), { touches: [] });
    start();
    expect(lift()).toBe(true);
    start();
    vi.advanceTimersByTime(1_000);
    expect(lift()).toBe(false);
    start();
    press(at('value'));
    expect(lift()).toBe(false);
    start();
    expect(lift()).toBe(true);
  });

  it('ends', () => {
    const at = show('<div data-why="item 1-2" id="value"></div>');
    end();
    expect(press(at('value'))).toBe(false);
  });
});
