import type { alertBrowsers } from '@telltale/contract';
import { describe, expect, it } from 'vitest';
import { type OpenPage, openPress, readNote, renewAgreement, showPush, type WorkerWorld } from './push-event.ts';

const note: alertBrowsers.PushNote = {
  id: 'm1',
  title: 'High pressure on Pump 7: raised',
  body: 'Severity 10',
  path: '/assets/7/dashboard?t=2026-11-22T10:00:00Z',
  about: 'of-one-alarm',
  time: 1_795_000_000_000,
  calls: true,
};

class TestWorld implements WorkerWorld {
  readonly origin = 'https://portal.test';
  readonly shown: { title: string; options: NotificationOptions & { renotify?: boolean } }[] = [];
  readonly opened: string[] = [];
  readonly focused: string[] = [];
  readonly sent: { address: string; body: unknown }[] = [];
  readonly keys: unknown[] = [];
  pages: string[] = [];
  readonly registration: WorkerWorld['registration'] = {
    showNotification: async (title, options) => void this.shown.push({ title, options }),
    getNotifications: async ({ tag }) =>
      this.shown.filter(({ options }) => options.tag === tag).map(({ options }) => ({ data: options.data })),
    pushManager: {
      subscribe: async (options) => {
        this.keys.push(options?.applicationServerKey);
        const keys = { p256dh: 'p', auth: 'a' };
        return { toJSON: () => ({ endpoint: 'https://push.test/new', keys }) } as unknown as PushSubscription;
      },
    },
  };
  readonly clients = {
    matchAll: async (): Promise<OpenPage[]> =>
      this.pages.map((url) => ({ url, focus: async () => void this.focused.push(url) })),
    openWindow: async (address: string) => void this.opened.push(address),
  };
  page = '<title>Telltale</title>';
  send = async (address: string, { body }: RequestInit) => {
    if (address === '/') return new Response(this.page);
    this.sent.push({ address, body: JSON.parse(String(body)) });
    return new Response();
  };
}

describe('what is pushed', () => {
  it('is shown, in the place of what was said of the same alarm before', async () => {
    const world = new TestWorld();
    await showPush(world, JSON.stringify(note));
    await showPush(world, JSON.stringify({ ...note, id: 'm2', title: 'closed', calls: false }));
    expect(world.shown.map(({ title, options }) => [title, options.tag, options.renotify])).toEqual([
      [note.title, 'of-one-alarm', true],
      ['closed', 'of-one-alarm', false],
    ]);
    expect(world.shown[0]?.options).toMatchObject({ body: 'Severity 10', timestamp: note.time });
  });

  it('sounds once when it comes twice', async () => {
    const world = new TestWorld();
    await showPush(world, JSON.stringify(note));
    await showPush(world, JSON.stringify(note));
    expect(world.shown.map(({ options }) => options.renotify)).toEqual([true, false]);
  });

  it.each([undefined, '', 'no JSON', 'null', '{}', JSON.stringify({ ...note, path: 7 })])(
    'is shown as news when it cannot be read: %s',
    async (text) => {
      expect(readNote(text)).toBeUndefined();
      const world = new TestWorld();
      await showPush(world, text);
      expect(world.shown).toMatchObject([{ title: 'Telltale', options: { body: 'There is news of alarms.' } }]);
    },
  );
});

describe('what cannot be read', () => {
  it('is told under the name of the portal', async () => {
    const world = new TestWorld();
    world.page = '<title>A</title><meta name="application-name" content="North &#38; &#60;South&#62;">';
    await showPush(world, '');
    expect(world.shown[0]?.title).toBe('North & <South>');
    world.send = () => Promise.reject(new TypeError('Failed to fetch'));
    await showPush(world, '');
    expect(world.shown[1]?.title).toBe('Telltale');
  });
});

describe('a press', () => {
  it('opens the moment of the alarm in a new page', async () => {
    const world = new TestWorld();
    world.pages = ['https://portal.test/assets/7/dashboard'];
    await openPress(world, { id: note.id, path: note.path });
    expect(world.opened).toEqual([`https://portal.test${note.path}`]);
    expect(world.focused).toEqual([]);
  });

  it('comes back to the page that shows it already', async () => {
    const world = new TestWorld();
    const address = `https://portal.test${note.path}`;
    world.pages = ['https://portal.test/alarms', address];
    await openPress(world, { id: note.id, path: note.path });
    expect([world.opened, world.focused]).toEqual([[], [address]]);
  });

  it.each(['https://evil.test/', '//evil.test/x', '\\\\evil.test'])('never leads elsewhere: %s', async (path) => {
    const world = new TestWorld();
    await openPress(world, { id: '', path });
    expect(world.opened).toEqual(['https://portal.test/alarms']);
  });

  it.each([null, undefined, {}])('on what has no address leads to the alarms', async (data) => {
    const world = new TestWorld();
    await openPress(world, data);
    expect(world.opened).toEqual(['https://portal.test/alarms']);
  });
});

describe('an address that the push service changed', () => {
  it('is told to the portal', async () => {
    const world = new TestWorld();
    const key = new Uint8Array([4, 1]);
    await renewAgreement(world, key);
    expect(world.keys).toEqual([key]);
    const body = { endpoint: 'https://push.test/new', keys: { p256dh: 'p', auth: 'a' } };
    expect(world.sent).toEqual([{ address: '/api/ef/alertbrowsers', body }]);
  });

  it('is left to the portal to find gone when nobody knows to which key it agreed', async () => {
    const world = new TestWorld();
    await renewAgreement(world, undefined);
    expect([world.keys, world.sent]).toEqual([[], []]);
  });
});
