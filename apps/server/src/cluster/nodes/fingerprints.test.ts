import { expect, it } from 'vitest';
import { readConfig } from '#config/config.ts';
import { DUTY_SETTINGS, dutySettings, refuseStranger, unlikeSettings } from './fingerprints.ts';

const prints = { cluster: 'a', history: 'b', files: 'c', secret: 'd' };
const living = [{ id: 'x', name: 'one', version: '1.2.0', prints }];

it('takes a node that keeps everything where the others do, and is of their version', () => {
  expect(() => refuseStranger({ name: 'two', version: '1.2.0', prints }, living)).not.toThrow();
});

it.each(['1.3.0', '1.1.9'])('refuses %s beside another version, and says what an upgrade takes', (version) => {
  expect(() => refuseStranger({ name: 'two', version, prints }, living)).toThrow(
    `This is Telltale ${version}, and the node one, which is running, is 1.2.0. Stop all nodes before an upgrade.`,
  );
});

const nodeWith = (env: Record<string, string>) => ({
  notes: { [DUTY_SETTINGS]: JSON.stringify(dutySettings(readConfig(env))) },
});

it.each([
  [{ TELLTALE_BROKER_URL: 'mqtt://plant.example' }, { TELLTALE_BROKER_URL: 'mqtt://other.example' }],
  [{ TELLTALE_BROKER_URL: 'mqtt://plant.example' }, {}],
  [{ TELLTALE_BACKUP_DIR: '/backups' }, {}],
  [{ TELLTALE_BACKUP_KEEP: '3' }, {}],
  [{ TELLTALE_RETENTION_DAYS: '30' }, {}],
  [{ TELLTALE_RETENTION_GB: '2' }, { TELLTALE_RETENTION_GB: '3' }],
  [{ TELLTALE_SPARKPLUG_HOST_ID: 'scada' }, {}],
])('names a setting that another node has not alike, which the one with the duty follows: %j, %j', (one, two) => {
  const none = { notes: {} };
  expect(unlikeSettings([none, nodeWith(one), nodeWith(two)])).toEqual(Object.keys(one));
  expect(unlikeSettings([nodeWith(one), none, nodeWith(one)])).toEqual([]);
});

it('takes folders of backups in different places and different users of a broker for alike, and tells no user', () => {
  const nodes = ['ada:hunter2', 'bob:hunter3'].map((who) =>
    nodeWith({ TELLTALE_BROKER_URL: `mqtt://${who}@plant.example`, TELLTALE_BACKUP_DIR: `/of/${who.slice(0, 3)}` }),
  );
  expect(unlikeSettings([...nodes, nodes[0] as (typeof nodes)[number]])).toEqual([]);
  expect(JSON.stringify(nodes)).not.toMatch(/ada|bob|hunter/);
});
