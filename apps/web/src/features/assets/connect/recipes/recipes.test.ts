import { describe, expect, it } from 'vitest';
import type { RecipeFacts } from './recipe.ts';
import { recipesFor } from './recipes.ts';

const asset: RecipeFacts = {
  host: 'portal.plant',
  origin: 'https://portal.plant:8443',
  mqttPort: 1884,
  isSecure: false,
  kind: 'asset',
  accessToken: 'a-token',
};
const gateway: RecipeFacts = { ...asset, kind: 'gateway' };

function recipe(facts: RecipeFacts, name: string) {
  const found = recipesFor(facts).find((one) => one.name === name);
  if (!found) throw new Error(`There is no recipe ${name}.`);
  return found;
}
const partOf = (facts: RecipeFacts, name: string) => recipe(facts, name).parts[0]?.text ?? '';

describe('the ways to connect', () => {
  it('are named for an asset and for a gateway; only a gateway speaks Sparkplug', () => {
    const names = ['Shell', 'Arduino / ESP', 'Python', 'Node-RED', 'Router'];
    expect(recipesFor(asset).map(({ name }) => name)).toEqual(names);
    expect(recipesFor(gateway).map(({ name }) => name)).toEqual([...names, 'Sparkplug B']);
  });

  it.each([asset, gateway])('have the address, the port and the token each ($kind)', (facts) => {
    for (const { name, parts, fields } of recipesFor(facts)) {
      const all = [...parts.map(({ text }) => text), ...fields.map(({ value }) => value)].join('\n');
      expect([name, all.includes('portal.plant'), all.includes('1884'), all.includes('a-token')]).toEqual([
        name,
        true,
        true,
        true,
      ]);
    }
  });

  it('send where the kind of token is heard', () => {
    for (const name of ['Arduino / ESP', 'Python', 'Node-RED']) {
      expect(partOf(asset, name)).toContain('v1/devices/me/telemetry');
      expect(partOf(gateway, name)).toContain('v1/gateway/telemetry');
    }
    expect(recipe(asset, 'Router').fields).toContainEqual({ name: 'Topic', value: 'v1/devices/me/telemetry' });
  });

  it('give Node-RED a flow that can be read, whose nodes know each other', () => {
    const flow = JSON.parse(partOf(gateway, 'Node-RED')) as Record<string, unknown>[];
    const [tab, inject, out, broker] = flow;
    expect([inject?.z, inject?.wires, out?.broker]).toEqual([tab?.id, [[out?.id]], broker?.id]);
    expect(JSON.parse(String(inject?.payload))).toEqual({ 'TANK-1': [{ Level: 7.3 }], 'TANK-2': [{ Level: 5.1 }] });
    expect(broker).toMatchObject({ broker: 'portal.plant', port: '1884', credentials: { user: 'a-token' } });
  });

  it('give Node-RED nodes of their own for each device: it keeps the broker that it has of an id, and its token', () => {
    const idsOf = (facts: RecipeFacts) =>
      (JSON.parse(partOf({ ...facts, isSecure: true }, 'Node-RED')) as { id: string }[]).map(({ id }) => id);
    const ids = [...idsOf(asset), ...idsOf({ ...asset, accessToken: 'another' })];
    expect(ids).toHaveLength(10);
    expect(new Set(ids).size).toBe(10);
    expect(idsOf(asset)).toEqual(idsOf(asset));
    expect(ids.join()).not.toContain(asset.accessToken);
  });

  it('lead Python through the WebSocket where the portal takes no MQTT over TCP', () => {
    const program = partOf({ ...asset, mqttPort: null }, 'Python');
    expect(program).toContain('transport="websockets"');
    expect(program).toContain('path="/device-mqtt"');
    expect(program).toContain('client.tls_set()');
    expect(program).toContain('client.connect("portal.plant", 8443)');
    expect(recipesFor({ ...asset, mqttPort: null }).map(({ name }) => name)).toEqual(['Shell', 'Python']);
    expect(recipesFor({ ...gateway, mqttPort: null }).map(({ name }) => name)).toEqual(['Python']);
  });

  it.each([
    ['Shell', '--capath'],
    ['Arduino / ESP', 'WiFiClientSecure'],
    ['Python', 'tls_set'],
    ['Node-RED', 'tls-config'],
    ['Router', 'TLS'],
    ['Sparkplug B', 'ssl://'],
  ])('speak TLS where the portal does: %s', (name, sign) => {
    const whole = (isSecure: boolean) => JSON.stringify(recipe({ ...gateway, isSecure }, name));
    expect([whole(true).includes(sign), whole(false).includes(sign)]).toEqual([true, false]);
  });

  it('take the brackets off an address of IPv6 where it is no URL', () => {
    const local = { ...gateway, host: '[::1]', origin: 'http://[::1]:8080' };
    expect(recipe(local, 'Router').fields).toContainEqual({ name: 'Server address', value: '::1' });
    expect(recipe(local, 'Sparkplug B').fields).toContainEqual({ name: 'URL', value: 'tcp://[::1]:1884' });
  });
});
